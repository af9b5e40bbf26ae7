// Writes `docs/comparison.md` from the recorded results: `npm run docs -- comparison`.
import { page } from './page.mjs';

await page.main();
