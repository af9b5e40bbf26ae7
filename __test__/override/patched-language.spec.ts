import test from 'ava';
import { ProgramFolder } from '../support/program';

const OVERRIDE = ['--require', 'rt-std/override'];

/**
 * Puts a function around each function of the language, uses the module for the first time and
 * prints the names of those that were called meanwhile.
 */
const COUNTING = `
  const childProcess = require('node:child_process');
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const called = new Set();
  const add = called.add.bind(called);
  let count = 0;
  let isOn = false;

  function cover(holder, key, name) {
    const property = getOwnPropertyDescriptor(holder, key);
    const original = property.value;
    // Classes stay.
    if (typeof original !== 'function' || !property.configurable || /^[A-Z]/.test(String(key))) return;
    const { method } = { method(...args) {
      if (isOn) {
        isOn = false;
        add(name);
        isOn = true;
      }
      return apply(original, this, args);
    } };
    defineProperty(holder, key, { ...property, value: method });
    count++;
  }

  function coverAll(holder, name) {
    for (const key of ownKeys(holder)) if (key !== 'constructor' && key !== 'prototype') cover(holder, key, name + '.' + String(key));
  }

  const iterator = (values) => getPrototypeOf(values[Symbol.iterator]());
  const prototypes = {
    'TypedArray.prototype': getPrototypeOf(Uint8Array.prototype),
    'ArrayIterator.prototype': iterator([]),
    'MapIterator.prototype': iterator(new Map()),
    'SetIterator.prototype': iterator(new Set()),
    'StringIterator.prototype': iterator(''),
    'Iterator.prototype': getPrototypeOf(iterator([])),
  };
  for (const name of ['Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'Boolean', 'Buffer', 'DataView', 'Date', 'Error',
    'FinalizationRegistry', 'Function', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Reflect', 'RegExp',
    'Set', 'String', 'Symbol', 'URL', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet']) {
    coverAll(globalThis[name], name);
    if (globalThis[name].prototype) coverAll(globalThis[name].prototype, name + '.prototype');
  }
  for (const name in prototypes) coverAll(prototypes[name], name);
  for (const name of ['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'queueMicrotask', 'setImmediate', 'setTimeout'])
    cover(globalThis, name, name);

  isOn = true;
  USE;
  ''.anchor('');
  isOn = false;
  console.log(JSON.stringify([count, [...called].sort()]));
`;

const USES = {
  fork: `childProcess.fork('module', [], { execPath: 'true', execArgv: [] })`,
  spawn: `childProcess.spawn('true')`,
  exec: `childProcess.exec('true', () => {})`,
  spawnSync: `childProcess.spawnSync('true')`,
  execSync: `childProcess.execSync('true')`,
};

/**
 * The code cache is read with functions of `Buffer`. Where one of them throws, Node loads the file
 * without the cache: the tests below show that.
 */
const OF_CODE_CACHE = [
  // Of Node's `require` and `process.once()`, in the first process, which writes the cache.
  'Function.prototype.apply',
  'Function.prototype.bind',
  'String.prototype.toString',
  'Buffer.isEncoding',
  'Buffer.alloc',
  'Buffer.allocUnsafe',
  'Buffer.concat',
  'Buffer.prototype.equals',
  'Buffer.prototype.latin1Slice',
  'Buffer.prototype.latin1Write',
  'Buffer.prototype.subarray',
  'Buffer.prototype.toString',
  'Buffer.prototype.write',
];

/**
 * What Node calls when the first call loads the addon, in the context of an `AsyncResource`. After
 * each callback it calls `pop`, too: nothing works where that throws.
 */
const OF_ADDON = ['Array.prototype.pop', 'Reflect.getOwnPropertyDescriptor'];

// What is loaded with the first fork runs in a process that may have replaced any function.
for (const [name, use] of Object.entries(USES)) {
  test(`the first ${name} calls no function of the language that Node's does not call`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': COUNTING.replace('USE', use) });
    t.teardown(() => folder.remove());
    const calls = (args: readonly string[]): [number, string[]] => {
      const { stdout, stderr } = folder.node([...args, 'program.cjs']);
      t.is(stderr, '');
      return JSON.parse(stdout) as [number, string[]];
    };
    // The second of ours finds the code that the first has kept.
    const [[count, nodes], [, first], [, second]] = [calls([]), calls(OVERRIDE), calls(OVERRIDE)];
    t.true(count > 400);
    // What the program itself calls shows that the functions are replaced.
    t.true(nodes.includes('String.prototype.anchor'));
    const allowed = [...nodes, ...OF_CODE_CACHE, ...OF_ADDON];
    t.deepEqual(
      [...first, ...second].filter((called) => !allowed.includes(called)),
      [],
    );
  });
}

/** Functions that the preload, and the loading of what a first fork needs, could have used. */
const REPLACED = [
  ...OF_CODE_CACHE,
  'Array.prototype.join',
  'Array.prototype.map',
  'Array.prototype.push',
  'Array.prototype.some',
  'Map.prototype.get',
  'Number.parseInt',
  'Object.assign',
  'Object.create',
  'Object.defineProperty',
  'Object.getPrototypeOf',
  'Reflect.defineProperty',
  'Reflect.getOwnPropertyDescriptor',
  'Reflect.ownKeys',
  'Reflect.set',
  'RegExp.prototype.exec',
  'RegExp.prototype.test',
  'String.prototype.slice',
  'String.prototype.split',
  'String.prototype.startsWith',
  'Symbol.for',
  'process.getBuiltinModule',
];

const THROWING = `
  const { fork } = require('node:child_process');
  const [place, key] = process.argv[2].split(/\\.(?=\\w+$)/);
  const target = place.split('.').reduce((object, name) => object[name], globalThis);
  const original = target[key];
  const restore = () => { target[key] = original; };
  target[key] = () => { restore(); throw new Error('called'); };
  let child;
  try {
    child = fork('module', [], { execPath: 'true', execArgv: [] });
  } finally {
    restore();
  }
  child.on('close', (code) => console.log(code));
`;

for (const name of REPLACED) {
  test(`the first fork works although the program has replaced ${name}`, (t) => {
    const folder = new ProgramFolder({ 'program.cjs': THROWING });
    t.teardown(() => folder.remove());
    const { stdout, stderr, status } = folder.node([...OVERRIDE, 'program.cjs', name]);
    t.deepEqual([stdout, stderr, status], ['0\n', '', 0]);
  });
}
