/** What is loaded in Deno only: a bundle of its own (`scripts/build/bundle-table.mjs`). */
import { permissionsToPassOn } from './deno/fork-permissions';
import { refuseProgram, refuseSignals } from './deno/run-permission';

// As one value, for the reason that `channels.ts` has.
export = { permissionsToPassOn, refuseProgram, refuseSignals };
