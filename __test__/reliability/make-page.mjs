// Writes `docs/reliability.md` from the recorded results: `npm run docs -- reliability`.
import { page } from './page.mjs';

await page.main();
