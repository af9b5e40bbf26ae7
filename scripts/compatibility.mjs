// Makes `docs/compatibility.md` anew from what was recorded: `npm run docs:compatibility`.
import { writePage } from './compatibility/page.mjs';

await writePage();
