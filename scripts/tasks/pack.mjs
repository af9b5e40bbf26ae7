// Builds and packs the main package and this platform's package into target/package/:
// `npm run pack`.
import { buildEverything } from '../build/everything.mjs';
import { packTarballs } from '../package/tarballs.mjs';
import { main } from '../run/failure.mjs';

await main(async () => {
  await buildEverything();
  for (const tarball of Object.values(await packTarballs())) console.log(tarball);
});
