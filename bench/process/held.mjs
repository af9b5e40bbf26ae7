import { closeSync, openSync } from 'node:fs';

const GIBIBYTE = 1024 ** 3;
/** What is left free below the limit of open files, for the measuring itself. */
const FREE_DESCRIPTORS = 64;

/**
 * What the process holds while it measures. Not a local variable, which an optimization may drop
 * when it is not read again.
 */
const held = [];

/**
 * Makes this process the parent that a row is about.
 *
 * @param {import('./rows/index.mjs').Row} row
 * @param {typeof import('node:child_process')} childProcess starts the children that live meanwhile
 * @returns {Promise<() => void>} ends these children
 */
export async function holdWhatTheRowAsksFor({ gibibytes = 0, descriptors = 0, children = 0 }, { spawn }) {
  // A value other than 0: the pages of a Buffer that nobody has written to don't exist yet.
  for (let count = 0; count < gibibytes; count++) held.push(Buffer.alloc(GIBIBYTE, 1));
  openFiles(descriptors);
  const living = Array.from({ length: children }, () => spawn('sleep', ['1000'], { stdio: 'ignore' }));
  await Promise.all(living.map((child) => new Promise((resolve) => child.once('spawn', resolve))));
  return () => {
    for (const child of living) child.kill('SIGKILL');
  };
}

function openFiles(wanted) {
  const opened = [];
  try {
    while (opened.length < wanted) opened.push(openSync('/dev/null'));
  } catch (error) {
    if (error.code !== 'EMFILE') throw error;
    for (const descriptor of opened.slice(-FREE_DESCRIPTORS)) closeSync(descriptor);
  }
}
