// Writes `docs/platforms.md` from the recorded results: `npm run docs -- platforms`.
import { page } from './page.mjs';

await page.main();
