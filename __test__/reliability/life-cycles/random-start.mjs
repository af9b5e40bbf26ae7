import { KINDS, KINDS_WITH_CHANNEL } from './random-kinds.mjs';

const UNDEFINED = { $: 'undefined' };

/** Options that leave the child what it is. */
const HARMLESS = {
  cwd: ['/', '/usr', '.', { $: 'url', href: 'file:///usr' }, null, UNDEFINED],
  env: [{ $: 'environment', more: { A: '1' } }, { $: 'environment', more: { A: 'x', B: UNDEFINED } }, null, UNDEFINED],
  detached: [true, false, null, UNDEFINED],
  argv0: ['renamed', '', UNDEFINED],
  windowsHide: [true, UNDEFINED],
  killSignal: ['SIGKILL', 9, 'sigterm', UNDEFINED],
  encoding: ['utf8', 'buffer', 'hex', 'what', null, UNDEFINED],
  maxBuffer: [1e7, { $: 'infinity' }, UNDEFINED],
  timeout: [0, 60_000, UNDEFINED],
  uid: [UNDEFINED, null],
};

/** Values that an option does not take, or that are odd. */
const ODD = [
  5,
  1.5,
  -1,
  { $: 'nan' },
  '',
  'what',
  'a\0b',
  true,
  false,
  null,
  [],
  ['a'],
  {},
  { $: 'symbol' },
  { $: 'bigint' },
  { $: 'function' },
];
const ODD_OPTIONS =
  'cwd env argv0 detached uid gid shell windowsHide timeout killSignal encoding maxBuffer stdio signal serialization'.split(
    ' ',
  );
const BAD_STDIO = [
  'what',
  5,
  {},
  [true],
  [{ $: 'symbol' }],
  [{}],
  [987_654],
  ['ipc', 'ipc'],
  ['pipe', 'pipe', 'pipe', 987_654],
  [{ $: 'function' }],
];
const MISSING = ['no-such-program', '/no/such/program', '/etc/passwd', '/etc/passwd/program', '/', ''];

/** How options may be given. */
const SHAPES = ['null prototype', 'inherited', 'proxy', 'frozen'];
/** Ways to read all that a child writes. */
const READING_ALL = ['data', 'text', 'iterator'];
/** What a getter among them does. */
const GETTERS = ['spawns', 'spawns synchronously', 'fails to spawn', 'throws'];

/**
 * A call that starts a child, as data.
 *
 * @param {import('./random.mjs').Random} random
 * @param {number} id
 */
export function randomStart(random, id) {
  if (random.oneIn(12)) return failingStart(random, id);
  if (random.oneIn(60)) return forkStart(random, id);
  if (random.oneIn(4)) return collectingStart(random, id);
  const hasChannel = random.oneIn(4);
  const kind = random.of(hasChannel ? KINDS_WITH_CHANNEL : KINDS)(random);
  const options = harmless(random);
  options.stdio = stdioOf(random, kind);
  if (hasChannel && random.oneIn(3)) options.serialization = random.of(['json', 'advanced']);
  // The child writes JSON itself.
  if (kind.script.startsWith('printf')) delete options.serialization;
  if (kind.ends === 'by a signal' && random.oneIn(4)) Object.assign(options, { timeout: random.of([1, 5, 20]) });
  if (random.oneIn(3)) options.signal = { $: 'signal' };
  return {
    do: 'start',
    id,
    call: 'spawn',
    kind,
    ...commandOf(random, kind, options),
    ...readingOf(random, kind),
  };
}

function readingOf(random, kind) {
  const reading = random.of(isLong(kind) ? READING_ALL : ['data', 'nothing', 'nothing', ...READING_ALL]);
  return { reading, ...(reading === 'nothing' ? usingStreams(random) : {}) };
}

/** Some programs never use the streams that they do not read, or only later. */
function usingStreams(random) {
  return random.oneIn(2) ? { usesStreams: 'late' } : {};
}

/**
 * Whether a child writes more than buffers hold: unless it is read, when it ends is a matter of
 * luck.
 */
function isLong({ script }) {
  return script.startsWith('head');
}

/** What `exec()` and `execFile()` run: a child that ends, as nobody can write to it before. */
function collectingStart(random, id) {
  const kind = random.of(KINDS.slice(0, 8).concat(() => ({ script: 'exec sleep 60', ends: 'by a signal' })))(random);
  const options = harmless(random);
  if (kind.ends === 'by a signal' && random.oneIn(2)) options.timeout = random.of([1, 5, 20]);
  if (random.oneIn(3)) options.signal = { $: 'signal' };
  if (random.oneIn(6) && kind.script.includes('printf')) options.maxBuffer = random.of([0, 1, 5]);
  const call = random.of(['exec', 'execFile', 'exec promised', 'execFile promised']);
  const args = call.startsWith('execFile') ? ['sh', ['-c', kind.script]] : [kind.script];
  return {
    do: 'start',
    id,
    call,
    kind,
    args,
    options: shaped(random, options),
    reading: 'collected',
    ...usingStreams(random),
  };
}

/** A call that throws, or whose child cannot be started. */
function failingStart(random, id) {
  const kind = { script: 'exit 0', ends: 'at once' };
  const call = random.of(['spawn', 'spawn', 'execFile', 'execFile promised', 'exec', 'fork']);
  const options = random.oneIn(2) ? { signal: { $: 'signal' } } : {};
  if (random.oneIn(3)) options.timeout = 60_000;
  const start = {
    do: 'start',
    id,
    call,
    kind,
    args: call.startsWith('exec') && !call.startsWith('execFile') ? ['exit 0'] : ['true', []],
    options,
    reading: 'data',
  };
  const way = random.below(4);
  if (way === 0 && call !== 'fork') start.args = call === 'exec' ? ['exit 0'] : [random.of(MISSING), []];
  else if (way === 1) options.cwd = random.of(['/no/such/directory', '/etc/passwd']);
  else if (way === 2) options.stdio = random.of(BAD_STDIO);
  else options[random.of(ODD_OPTIONS)] = random.of(ODD);
  if (call === 'fork') {
    start.args = [{ $: 'child program' }, ['exit']];
    options.execArgv = [];
  }
  // A short or overflowing time, or a limit of bytes, makes it a matter of luck.
  if (typeof options.timeout !== 'string' && options.timeout !== 60_000) delete options.timeout;
  return start;
}

function forkStart(random, id) {
  const options = { silent: true, execArgv: [] };
  if (random.oneIn(2)) options.serialization = random.of(['json', 'advanced']);
  if (random.oneIn(3)) options.signal = { $: 'signal' };
  const kind = { script: 'a program of Node', ends: 'with the channel', channel: true };
  return { do: 'start', id, call: 'fork', kind, args: [{ $: 'child program' }, ['echo']], options, reading: 'data' };
}

/** A call of a synchronous function. */
export function randomSynchronous(random, patch) {
  const kind = random.of(KINDS)(random);
  const options = harmless(random);
  if (kind.ends === 'at end of input')
    options.input = random.of(['', 'a line\n', { $: 'bytes', text: 'two\nlines\n' }]);
  // Node makes bytes of a text by what the program has replaced.
  if (typeof options.input === 'string' && patch?.name === 'Buffer.from')
    options.input = { $: 'bytes', text: options.input };
  if (kind.ends === 'by a signal') options.timeout = random.of([1, 20]);
  if (random.oneIn(2))
    options.stdio = random.of(['pipe', ['pipe', 'pipe', 'ignore'], ['pipe', 'pipe', 'pipe', 'pipe']]);
  else if (!('stdio' in options)) options.stdio = 'pipe';
  if (random.oneIn(10))
    options[random.of(ODD_OPTIONS.filter((name) => name !== 'signal' && name !== 'timeout' && name !== 'maxBuffer'))] =
      random.of(ODD);
  // A text as an entry is one that Node leaves out: `docs/deviations.md`.
  if (options.stdio?.[0] === 'a') options.stdio = 'pipe';
  // A wrong one is an error only when something was written by then.
  if (kind.ends === 'by a signal') delete options.encoding;
  const call = random.of(['spawnSync', 'execSync', 'execFileSync']);
  const args = call === 'execSync' ? [kind.script] : ['sh', ['-c', kind.script]];
  if (random.oneIn(10) && call !== 'execSync') args[0] = random.of(MISSING);
  return { do: 'synchronous', call, args, options: shaped(random, options) };
}

function harmless(random) {
  const options = {};
  for (const name of random.many(3, () => random.of(Object.keys(HARMLESS)))) options[name] = random.of(HARMLESS[name]);
  return options;
}

function commandOf(random, kind, options) {
  if (random.oneIn(5))
    return { args: [kind.script], options: shaped(random, { ...options, shell: random.of([true, '/bin/sh']) }) };
  return { args: ['sh', ['-c', kind.script]], options: shaped(random, options) };
}

/** Options with a getter among them, or in another shape than a plain object. */
function shaped(random, options) {
  if (random.oneIn(12)) {
    // What is inherited is no option of some functions: a child that waits for its time limit would
    // wait for ever.
    const shape = random.of(options.timeout ? SHAPES.filter((name) => name !== 'inherited') : SHAPES);
    return { $: 'shaped', shape, value: options };
  }
  const names = Object.keys(options);
  if (random.oneIn(8) && names.length > 0) {
    const name = random.of(names);
    return { ...options, [name]: { $: 'getter', value: options[name], effect: random.of(GETTERS) } };
  }
  return options;
}

/**
 * A `stdio` option with which the child gets what it needs: an input that ends, or a channel at 3.
 */
function stdioOf(random, kind) {
  const input =
    kind.ends === 'at end of input'
      ? ['pipe', 'overlapped', UNDEFINED]
      : ['pipe', 'ignore', { $: 'null device' }, 'inherit'];
  const output = [
    'pipe',
    'pipe',
    'pipe',
    'pipe',
    'overlapped',
    'ignore',
    'inherit',
    { $: 'null device' },
    { $: 'null stream' },
  ];
  const list = [random.of(input), random.of(output), random.of(output)];
  if (kind.ready && list[1] !== 'overlapped') list[1] = 'pipe';
  if (kind.channel) return [...list, 'ipc', ...(random.oneIn(4) ? ['pipe'] : [])];
  if (random.oneIn(6)) list.push(random.of(['pipe', 'ignore', { $: 'null device' }, 'pipe']));
  if (random.oneIn(4) && !kind.ready)
    return random.of(kind.ends === 'at end of input' ? ['pipe'] : ['pipe', 'ignore', 'overlapped']);
  return list;
}
