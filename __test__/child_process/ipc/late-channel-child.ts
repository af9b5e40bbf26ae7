import { join } from 'node:path';
import { PACKAGE } from '../../support/program';

/** What a child loads before its program. */
export const OVERRIDE = join(PACKAGE, 'dist', 'override', 'index.js');

/** What each child program of these specs begins with. */
export const CHILD = `
  const { writeSync } = require('node:fs');
  const log = (...values) => writeSync(1, JSON.stringify(values) + '\\n');
  const wait = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
`;
