import { resolve } from 'node:path';

const config = {
  mode: 'production',
  target: 'node',
  entry: { server: ['rt-std-linux-x64-gnu', './server.mjs'] },
  module: {
    rules: [{ test: /\.node$/, type: 'asset/resource', generator: { filename: '[name][ext]', publicPath: '' } }],
  },
};

export default [
  { ...config, output: { path: resolve('out/webpack-cjs'), filename: '[name].cjs' } },
  { ...config, output: { path: resolve('out/webpack-esm'), filename: '[name].mjs', module: true } },
];
