// Serves a shell in a page, of examples/terminal: `npm run example:terminal`, with `-- --port 8080`
// on that port, with `-- --no-build` on what is built. With `--pictures` it takes the pictures of
// it that docs/terminals.md shows.
import { parseArgs } from 'node:util';
import { serveTerminal } from '../browsers/terminal.mjs';
import { takeTerminalPictures } from '../browsers/terminal-pictures.mjs';
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';

const options = {
  port: { type: 'string', default: '0' },
  pictures: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
};

await main(async () => {
  const { values } = parseArgs({ options });
  if (!values['no-build']) await buildEverything();
  if (values.pictures) return takeTerminalPictures();
  const { url } = await serveTerminal({ port: Number(values.port) });
  console.log(`a shell is at ${url} (Ctrl+C ends it)`);
});
