// Writes the table of platforms in `README.md`: `npm run docs -- readme`.
import { readme } from './page.mjs';

await readme.main();
