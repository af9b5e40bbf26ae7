// Publishes the packages that lie in a folder, the platforms' before the main one: `npm run release
// -- FOLDER [options of npm publish]`, by default what `npm run pack` has left.
import { join } from 'node:path';
import { packagesToPublish, publishPackages } from '../package/publish.mjs';
import { packageFolder } from '../package/stage.mjs';
import { main } from '../run/failure.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const folder = args[0] === undefined || args[0].startsWith('-') ? join(packageFolder, 'staged') : args.shift();
  await publishPackages(packagesToPublish(folder), args);
});
