// Loaded after the override: writes a line for each child that the addon has started, or, where
// Node's module starts them, for each process in which it does. It is written at once, since many
// of these processes are ended by a signal.
'use strict';

const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.env.RT_STD_PROGRAMS_PROBE;
const root = join(__dirname, '..', '..', '..');

if (folder && require(join(root, 'dist', 'override')).isOverridden()) {
  if (require(join(root, 'dist', 'backend')).backend.child_process === 'node') write('');
  else countChildren();
}

function countChildren() {
  // It is loaded by now, and on `process`, where all copies of this package find it.
  const { 'rt-std': shared } = process;
  const addon = shared[Object.keys(shared).find((name) => name.startsWith('addon '))];
  const { spawn, spawnSynchronously } = addon;
  addon.spawn = (text, numbers, onExit) => {
    spawn(text, numbers, onExit);
    // The first is the error number.
    if (numbers[0] === 0) write(text);
  };
  addon.spawnSynchronously = (text, numbers, figures, input) => {
    const outputs = spawnSynchronously(text, numbers, figures, input);
    // The second of the outcome is the process identifier.
    if (figures[1] > 0) write(text);
    return outputs;
  };
}

function write(text) {
  try {
    appendFileSync(join(folder, 'children'), `${process.pid} ${JSON.stringify(text.slice(0, text.indexOf('\0')))}\n`);
  } catch {
    // The program has left no descriptor. It shall go on as without the probe.
  }
}
