// Builds the documentation site into target/site: `npm run site`. Open target/site/index.html; no
// server is needed.
import { buildEverything } from '../scripts/build/everything.mjs';
import { main } from '../scripts/run/failure.mjs';
import { buildSite, output } from './generator/build.mjs';

await main(async () => {
  // The playground has the browser's build in it.
  await buildEverything();
  const pages = await buildSite();
  console.log(`${pages.length} pages: ${output}/index.html`);
});
