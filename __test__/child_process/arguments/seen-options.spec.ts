import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import ava from 'ava';
import { script } from '../../support/portable';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

/** One after the other: they change what is common. */
const test = ava.serial;

interface Options {
  envPairs?: string[];
}
interface Child {
  spawn(options: Options): number;
}

/** What a method in the place of `spawn` sees, and that the child gets what it adds. */
function seeing(seen: unknown[], spawn: Child['spawn']): Child['spawn'] {
  return function patched(this: Child, options) {
    seen.push(Object.keys(options), Object.getPrototypeOf(options), options.envPairs?.slice().sort());
    options.envPairs?.push('ADDED=yes');
    return spawn.call(this, options);
  };
}

async function outputOf(module: Module): Promise<string> {
  const child = module.spawn(...script('console.log(process.env.ADDED)'));
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  return text;
}

test('a method of the prototype sees the options of Node', async (t) => {
  await sameAsNode(t, async (module: Module) => {
    const prototype = module.ChildProcess.prototype as unknown as Child;
    const { spawn } = prototype;
    const seen: unknown[] = [];
    prototype.spawn = seeing(seen, spawn);
    const output = await outputOf(module).finally(() => {
      prototype.spawn = spawn;
    });
    return { seen, output, after: await outputOf(module) };
  });
});

test('a method that a subscriber gives a new child sees them', async (t) => {
  await sameAsNode(t, async (module: Module) => {
    const seen: unknown[] = [];
    const onMessage = (message: unknown) => {
      const { process: child } = message as { process: Child };
      child.spawn = seeing(seen, child.spawn);
    };
    subscribe('child_process', onMessage);
    const output = await outputOf(module).finally(() => unsubscribe('child_process', onMessage));
    return { seen, output, after: await outputOf(module) };
  });
});

test('a method that the constructor of emitters gives a new child sees the environment', async (t) => {
  await sameAsNode(t, async (module: Module) => {
    const emitter = EventEmitter as unknown as { init(this: Child, ...args: never[]): void };
    const { init } = emitter;
    const seen: unknown[] = [];
    const { spawn } = module.ChildProcess.prototype as unknown as Child;
    emitter.init = function patched(...args) {
      init.apply(this, args);
      if (this instanceof module.ChildProcess) (this as Child).spawn = seeing(seen, spawn);
    };
    const output = await outputOf(module).finally(() => {
      emitter.init = init;
    });
    return { environment: seen[2], output, after: await outputOf(module) };
  });
});
