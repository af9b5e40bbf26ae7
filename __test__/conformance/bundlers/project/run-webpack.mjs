// What webpack's command does with webpack.config.mjs.
import webpack from 'webpack';
import config from './webpack.config.mjs';

webpack(config, (error, stats) => {
  if (error) throw error;
  const text = stats.toString({ all: false, errors: true, warnings: true });
  if (text !== '') throw new Error(text);
});
