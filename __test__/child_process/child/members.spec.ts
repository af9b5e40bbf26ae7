import type { ChildProcess as NodeChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { inherits, inspect, promisify } from 'node:util';
import test from 'ava';
import type { ChildProcess } from 'rt-std/child_process';
import { ours, theirs } from '../../support/modules';
import type { Module } from '../../support/recorder';
import { comesToSame, sameAsNode } from '../../support/same-as-node';

const FUNCTIONS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

for (const name of FUNCTIONS) {
  test(`${name} has the name, the length and the own properties of Node's`, (t) => {
    const described = ({ [name]: callable }: Module): unknown => {
      const promised = Object.getOwnPropertyDescriptor(callable, promisify.custom);
      return {
        name: callable.name,
        length: callable.length,
        keys: Reflect.ownKeys(callable),
        promised: { ...promised, value: promised?.value.name },
      };
    };
    return sameAsNode(t, described);
  });
}

function enumerated(object: object): string[] {
  const names = [];
  for (const name in object) names.push(name);
  return names;
}

test('a child that was not started has the members of Node’s, in the same order', (t) => {
  return sameAsNode(t, (module) => enumerated(new module.ChildProcess()));
});

test('the class is a function that can be called for an object of its own', (t) => {
  return sameAsNode(t, ({ ChildProcess }) => {
    const construct = ChildProcess as unknown as (this: object) => unknown;
    function Own(this: object): void {
      construct.call(this);
    }
    inherits(Own as unknown as typeof ChildProcess, ChildProcess);
    const own = new (Own as unknown as typeof ChildProcess)();
    return [
      construct.call(Object.create(ChildProcess.prototype)),
      Object.getPrototypeOf(ChildProcess) === EventEmitter,
      { ...Object.getOwnPropertyDescriptor(ChildProcess, 'prototype'), value: undefined },
      enumerated(own),
      own.constructor === Own,
    ];
  });
});

test('a running child has the members of Node’s, in the same order', (t) => {
  return sameAsNode(t, (module) => enumerated(module.spawn('true')));
});

test('the functions of the channel have the names of Node’s, and a child is printed with them', (t) => {
  return sameAsNode(t, async (module) => {
    const child = module.fork('/dev/null');
    const printed = inspect(child).match(/(send|disconnect): \[Function.*/g);
    const { send, _send, disconnect, _disconnect } = child as unknown as Record<string, () => void>;
    await new Promise((resolve) => child.on('close', resolve));
    return [printed, [send, _send, disconnect, _disconnect].map((callable) => callable?.name)];
  });
});

test('a child has the listeners that Node’s has, with a signal and a time limit too, and when it could not be started', (t) => {
  const listeners = ({ spawn }: Module): unknown => {
    const { signal } = new AbortController();
    const options = [{}, { signal }, { timeout: 10_000 }, { signal, timeout: 10_000 }];
    const children = ['true', '/no/such/program'].flatMap((file) => options.map((option) => spawn(file, option)));
    return children.map((child) => {
      const names = child.eventNames();
      child.on('error', () => {});
      return names.map((name) => [name, child.listenerCount(name)]);
    });
  };
  return sameAsNode(t, listeners);
});

test('the streams of a child have the members of Node’s, in the same order', (t) => {
  const members = (module: Module): unknown => {
    const { stdin, stdout, stderr } = module.spawn('true');
    return [stdin, stdout, stderr].map((stream) => [stream.constructor, Reflect.ownKeys(stream), stream.eventNames()]);
  };
  return sameAsNode(t, members);
});

/** Of rt-std only; nothing that lists a child's members finds them. */
const OF_OURS = [
  'constructor',
  'killTree',
  'resourceUsage',
  'outputCut',
  'terminal',
  'containment',
  inspect.custom,
  Symbol.asyncDispose,
];

test('a program may put something of its own where ours has what Node’s has not', (t) => {
  const assigned = async (module: Module): Promise<unknown> => {
    const child = module.spawn('true') as unknown as Record<PropertyKey, unknown>;
    const names = [...OF_OURS.filter((name) => name !== 'constructor'), 'killed'];
    for (const name of names) child[name] = 'mine';
    const results = [
      module.spawnSync('true'),
      await promisify(module.execFile)('true'),
      await promisify(module.execFile)('no-such-program').catch((error) => error),
    ] as unknown as Record<string, unknown>[];
    for (const result of results) result.resourceUsage = 'mine';
    return [
      names.map((name) => Object.getOwnPropertyDescriptor(child, name)),
      results.map(({ resourceUsage }) => resourceUsage),
    ];
  };
  return sameAsNode(t, assigned);
});

test('the prototype of ChildProcess has the members of Node’s, which are as enumerable, and some that are not', (t) => {
  const members = ({ ChildProcess: { prototype } }: Module, names: readonly PropertyKey[]): unknown[] =>
    names.map((name) => {
      const { enumerable, writable, configurable, value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      return [name, enumerable, writable, configurable, typeof value, value?.length];
    });
  const isOfOurs = (name: PropertyKey): boolean => OF_OURS.includes(name as string);
  const names = Reflect.ownKeys(ours.ChildProcess.prototype);
  t.deepEqual(new Set(names.filter(isOfOurs)), new Set(OF_OURS));
  t.deepEqual(members(ours, [Symbol.asyncDispose]), [[Symbol.asyncDispose, false, true, true, 'function', 0]]);
  for (const name of OF_OURS) {
    t.false(Object.getOwnPropertyDescriptor(ours.ChildProcess.prototype, name)?.enumerable);
  }
  const others = names.filter((name) => !isOfOurs(name));
  return comesToSame(t, members(ours, others), () =>
    members(
      theirs,
      Reflect.ownKeys(theirs.ChildProcess.prototype).filter((name) => name !== 'constructor'),
    ),
  );
});

test('a child with a channel has the public members of Node’s', (t) => {
  const members = (module: Module): string[] => {
    const child = module.spawn('true', { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
    const { send, disconnect, connected, channel } = child;
    t.deepEqual(
      [typeof send, typeof disconnect, connected, typeof channel?.unref],
      ['function', 'function', true, 'function'],
    );
    return Object.keys(child).filter((name) => !name.startsWith('_'));
  };
  return sameAsNode(t, members);
});

test('the type of a child can be used as that of Node’s', (t) => {
  const asNode = (child: ChildProcess): NodeChildProcess => child;
  const child = asNode(ours.spawn('true') as unknown as ChildProcess);
  t.is(child.channel, undefined);
});
