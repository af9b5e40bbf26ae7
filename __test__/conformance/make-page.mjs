// Writes `docs/compatibility.md` from the recorded results: `npm run docs -- compatibility`.
import { page } from './page.mjs';

await page.main();
