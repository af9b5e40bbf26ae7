// Builds everything that is out of date: `npm run build`.
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';

await main(buildEverything);
