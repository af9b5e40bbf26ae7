import { Random } from './random.mjs';
import { randomStart, randomSynchronous } from './random-start.mjs';

/**
 * Built-ins that a program may replace, while it calls the module: by functions that do something
 * else, or something else besides.
 */
const BUILTINS = [
  'Array.prototype.push',
  'Array.prototype.forEach',
  'Array.prototype.map',
  'Array.prototype.filter',
  'Array.prototype.includes',
  'Array.prototype.indexOf',
  'Array.prototype.join',
  'Array.prototype.slice',
  'Array.prototype.concat',
  'Array.isArray',
  'Array.from',
  'Object.keys',
  'Object.entries',
  'Object.assign',
  'Object.create',
  'Object.defineProperty',
  'Object.hasOwn',
  'String.prototype.includes',
  'String.prototype.slice',
  'String.prototype.startsWith',
  'String.prototype.toUpperCase',
  'String.prototype.replace',
  'Number.isInteger',
  'Map.prototype.get',
  'Map.prototype.set',
  'Set.prototype.has',
  'Function.prototype.call',
  'Function.prototype.bind',
  'JSON.stringify',
  'Buffer.from',
  'Promise.prototype.then',
];
/** Of these, what Node's own streams call in their constructors: ours may be made later. */
const USED_BY_STREAMS = ['Array.prototype.slice', 'Function.prototype.bind'];
/**
 * Behind an exception that nobody catches, Node 26 runs these when any event comes, or else with
 * the immediates: whether that is before or after the program's own is luck.
 */
const SOON = ['tick', 'microtask'];
const EVENTS = [
  'spawn',
  'exit',
  'close',
  'error',
  'message',
  'disconnect',
  'stdout data',
  'stdout end',
  'stdout close',
  'stdin close',
];
const KILL_SIGNALS = ['SIGTERM', 'SIGKILL', 'sighup', 2, 10, { $: 'undefined' }];
const ODD_SIGNALS = [0, 'SIGWHAT', 1000, -1, '', null, 1.5, { $: 'nan' }, {}, '9'];
const MESSAGES = [
  'text',
  '',
  5,
  true,
  null,
  [1, 'two', null],
  { a: { b: 'c' } },
  { cmd: 'x' },
  { $: 'long text', length: 100_000 },
  { cmd: 'NODE_WHAT' },
  { $: 'undefined' },
  { $: 'symbol' },
  { $: 'function' },
  { $: 'bigint' },
  { $: 'getter inside', effect: 'throws' },
  { $: 'getter inside', effect: 'spawns' },
  { $: 'getter inside', effect: 'sends' },
  { $: 'toJSON' },
];

/**
 * A random program of calls and what is done to the children, as data: the same for the same seed.
 *
 * @param {number} seed
 */
export function randomProgram(seed) {
  const random = new Random(seed);
  const program = { seed, steps: [] };
  if (random.oneIn(8)) program.timers = random.of(['replaced', 'mocked']);
  if (random.oneIn(8)) {
    const name = random.of(BUILTINS);
    const modes = ['calls', 'calls the module'];
    if (!USED_BY_STREAMS.includes(name)) modes.push('throws', 'returns nothing');
    const mode = random.of(modes);
    // Node's own streams are made by this one: they are none when it returns nothing.
    const makesNoStreams = name === 'Function.prototype.call' && mode === 'returns nothing';
    program.patch = { name, mode: makesNoStreams ? 'throws' : mode };
  }
  const children = 1 + random.below(3);
  for (let id = 0; id < children; id++) {
    const start = randomStart(random, id);
    start.listeners = random.many(2, () => listener(random, start));
    if (random.oneIn(8)) start.withoutErrorListener = true;
    program.steps.push(start, ...random.many(3, () => act(random, start)));
    if (random.oneIn(4)) program.steps.push(randomSynchronous(random, program.patch));
    // Some children run at the same time.
    if (random.oneIn(2)) program.steps.push(...later(random, start));
    else program.later = [...(program.later ?? []), ...later(random, start)];
  }
  program.steps.push(...(program.later ?? []));
  delete program.later;
  return program;
}

/** What happens to a child once it runs, and after its end. */
function later(random, start) {
  const steps = [];
  const wait = (event) => steps.push({ do: 'wait', id: start.id, event });
  if (random.oneIn(2)) wait(start.kind.ready && start.reading !== 'nothing' ? 'ready' : 'spawn');
  steps.push(...random.many(3, () => act(random, start)));
  if (start.kind.channel && random.oneIn(2)) wait('messages');
  if (random.oneIn(2)) steps.push({ do: 'act', id: start.id, when: 'now', action: ending(random, start) });
  if (random.oneIn(2)) steps.push({ do: 'end', id: start.id }, ...random.many(3, () => act(random, start)));
  return steps;
}

function act(random, start) {
  return {
    do: 'act',
    id: start.id,
    when: random.of(['now', 'now', 'now', ...(start.withoutErrorListener ? [] : SOON), 'immediate']),
    action: action(random, start),
  };
}

function listener(random, start) {
  const event = random.of(EVENTS);
  const way = random.of(['on', 'once', 'prependListener']);
  // What throws in the middle of data of a stream ends it, as it ends Node's; it is the listeners
  // of the child that count.
  const throws = random.oneIn(3) && !event.startsWith('std');
  return {
    event,
    way,
    action: throws
      ? { act: 'throw', value: random.of(['error', 'error', 'text', event === 'exit' ? 'nothing' : 'text']) }
      : action(random, start),
  };
}

/** Something that ends the child. */
function ending(random, { kind }) {
  const ways = [
    { act: 'kill', signal: random.of(KILL_SIGNALS) },
    { act: 'dispose' },
    { act: 'abort', reason: random.of(['none', 'error', 'text']) },
  ];
  if (kind.ends === 'at end of input')
    ways.push({ act: 'end input' }, { act: 'end input' }, { act: 'destroy', stream: 'stdin' });
  if (kind.ends === 'with the channel') ways.push({ act: 'disconnect' }, { act: 'disconnect' });
  return random.of(ways);
}

function action(random, start) {
  const { kind } = start;
  switch (random.below(16)) {
    case 0:
      return ending(random, start);
    case 1:
      return { act: 'kill', signal: random.of(ODD_SIGNALS) };
    case 2:
    case 3:
      return kind.channel
        ? { act: 'send', message: random.of(MESSAGES), callback: random.of(['none', 'none', 'logs', 'throws']) }
        : { act: 'look' };
    case 4:
    case 5:
      return kind.ends === 'at end of input'
        ? { act: 'write', text: random.of(['line\n', 'two\nlines\n', 'part']) }
        : { act: 'look' };
    case 6:
      return { act: random.of(['ref', 'unref']) };
    case 7:
      return { act: 'destroy', stream: random.of(['stdout', 'stderr']) };
    case 8:
      return { act: 'remove listeners', event: random.of(['exit', 'spawn', 'message', 'disconnect']) };
    case 9:
      return { act: 'start another', file: random.of(['true', 'no-such-program', '/etc/passwd/program']) };
    case 10:
      return { act: 'run another', file: random.of(['true', 'no-such-program']) };
    case 11:
      return kind.channel ? { act: 'disconnect' } : { act: 'channel methods' };
    case 12:
      return { act: random.of(['pause', 'resume']), stream: random.of(['stdout', 'stderr']) };
    case 13:
    case 14:
      return { act: 'use', property: random.of(['stdin', 'stdout', 'stdout', 'stderr', 'stdio']) };
    default:
      return { act: 'look' };
  }
}
