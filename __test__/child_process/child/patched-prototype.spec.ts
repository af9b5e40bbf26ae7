import ava from 'ava';
import { writes } from '../../support/portable';
import { describeError, type Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

/** One after the other: they patch prototypes. */
const test = ava.serial;

type Method = (...args: never[]) => unknown;

/** Runs `body` while a method of ChildProcess is another one. */
async function whilePatched<R>(
  module: Module,
  name: string,
  patch: (original: Method) => (this: never, ...args: never[]) => unknown,
  body: () => Promise<R>,
): Promise<R> {
  const prototype = module.ChildProcess.prototype as unknown as Record<string, Method>;
  const original = prototype[name] as Method;
  prototype[name] = patch(original);
  try {
    return await body();
  } finally {
    prototype[name] = original;
  }
}

function execOutcome(module: Module, command: string, options: object): Promise<unknown[]> {
  return new Promise((resolve) => {
    module.exec(command, options, (...outcome) => resolve(outcome.map(describeError)));
  });
}

test('exec works without the streams of its child', async (t) => {
  const run = (module: Module) =>
    whilePatched(
      module,
      'spawn',
      (original) =>
        function spawn(this: never, ...args: never[]) {
          const error = original.apply(this, args);
          Object.assign(this, { stdout: undefined, stderr: null });
          return error;
        },
      () => execOutcome(module, 'exit 3', {}),
    );
  await sameAsNode(t, run);
});

test('an exception in kill is what exec reports', async (t) => {
  const run = (module: Module) =>
    whilePatched(
      module,
      'kill',
      (original) =>
        function kill(this: never) {
          original.apply(this, []);
          throw new Error('from kill');
        },
      () => execOutcome(module, 'yes', { maxBuffer: 10, encoding: 'buffer' }),
    );
  await sameAsNode(t, run);
});

test("a program's own Array.prototype.push may start another child", async (t) => {
  const run = async (module: Module) => {
    const { push } = Array.prototype;
    let isInside = false;
    Array.prototype.push = function pushed(this: unknown[], ...values: unknown[]) {
      if (!isInside) {
        isInside = true;
        module.spawnSync('true', { stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'ignore'] });
        isInside = false;
      }
      return push.apply(this, values);
    };
    let child: ReturnType<Module['spawn']>;
    try {
      child = module.spawn(...writes('out', 'err'));
    } finally {
      Array.prototype.push = push;
    }
    const output = [child.stdout, child.stderr].map(async (stream) => {
      let text = '';
      for await (const chunk of stream ?? []) text += chunk;
      return text;
    });
    return Promise.all(output);
  };
  await sameAsNode(t, run);
});

test('spawn gets file, args, the window options and the rest as Node hands them over', async (t) => {
  const run = (module: Module) =>
    whilePatched(
      module,
      'spawn',
      (original) =>
        function spawn(this: never, ...args: never[]) {
          const options = args[0] as unknown as Record<string, unknown>;
          const { file, args: list, cwd, detached, windowsHide, windowsVerbatimArguments, stdio } = options;
          seen.push({ file, list, cwd, detached, windowsHide, windowsVerbatimArguments, stdio });
          return original.apply(this, args);
        },
      async () => {
        module.spawn('true', ['a'], { windowsHide: true, cwd: '/', detached: true, stdio: 'ignore' });
        module.spawn('true', { shell: true, windowsVerbatimArguments: true });
        await execOutcome(module, 'true', { windowsHide: true });
        return seen.splice(0);
      },
    );
  const seen: unknown[] = [];
  await sameAsNode(t, run);
});
