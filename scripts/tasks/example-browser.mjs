// Builds the browser's module and serves the playground of examples/browser:
// `npm run example:browser`, with `-- --port 8080` on that port. With `--pictures` it takes the
// pictures of it that README.md shows.
import { parseArgs } from 'node:util';
import { takePictures } from '../browsers/pictures.mjs';
import { servePlayground } from '../browsers/playground.mjs';
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';

const options = { port: { type: 'string', default: '0' }, pictures: { type: 'boolean', default: false } };

await main(async () => {
  const { values } = parseArgs({ options });
  await buildEverything();
  if (values.pictures) return takePictures();
  const { origin } = await servePlayground({ port: Number(values.port) });
  console.log(`the playground is at ${origin}/ (Ctrl+C ends it)`);
});
