import type { ExecException, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { ours, theirs } from '../../support/modules';
import { PACKAGE } from '../../support/program';
import { attempt, describeError, type Module, thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

// Each runs with Node's own module below ours, and with the addon (RT_STD_BACKEND=native).
const IS_WINDOWS = process.platform === 'win32';
if (!IS_WINDOWS) test.skip('processes on Windows (skipped: this is another system)', () => {});

function onWindows(title: string, implementation: (t: ExecutionContext) => Promise<void> | void): void {
  if (IS_WINDOWS) test.serial(title, implementation);
}

const folder = mkdtempSync(join(tmpdir(), 'rt-std-windows-children-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

type Child = ReturnType<Module['spawn']>;

interface WithKillTree {
  killTree(pid?: number): unknown;
}

function closed(child: Child): Promise<unknown[]> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve([describeError(error)]));
    child.on('close', (...outcome) => resolve(outcome));
  });
}

for (const code of [0, 3, 255, 256, 0x7fffffff, -1, -1073741819]) {
  onWindows(`a program that ends with ${code}`, async (t) => {
    const [ended] = await sameAsNode(t, async (m) => {
      const args = ['/d', '/c', `exit ${code}`];
      return [await closed(m.spawn('cmd', args)), m.spawnSync('cmd', args).status];
    });
    t.deepEqual(ended, [code >>> 0, null]);
  });
}

onWindows('a descriptor of a file is shared, and one that is not open is refused', async (t) => {
  let count = 0;
  const [written] = await sameAsNode(t, async (m) => {
    const file = join(folder, `file-${count++}`);
    const descriptor = openSync(file, 'w');
    const args = ['-e', "require('fs').writeSync(3, 'three'); console.log('one')"];
    const end = await closed(m.spawn(process.execPath, args, { stdio: ['ignore', descriptor, 'ignore', descriptor] }));
    closeSync(descriptor);
    const refused = attempt(() => m.spawn(process.execPath, ['-v'], { stdio: ['ignore', 'ignore', 'ignore', 999] }));
    return [readFileSync(file, 'utf8'), end, refused];
  });
  t.regex(written as string, /three/);
});

onWindows('forceKillAfterDelay has nothing to do: a signal ends a program that listens for it', async (t) => {
  const program = "process.on('SIGTERM', () => {}); process.stdout.write('ready'); setInterval(() => {}, 1000)";
  const args = ['-e', program];
  const options = { forceKillAfterDelay: 10_000 } as SpawnOptions;
  const child = ours.spawn(process.execPath, args, options);
  await once(child.stdout as Readable, 'data');
  child.kill();
  t.deepEqual(await closed(child), [null, 'SIGTERM']);
  const run = promisify(ours.execFile)(process.execPath, args, { ...options, timeout: 2000 });
  const error = (await t.throwsAsync(run)) as ExecException;
  t.is(error.signal, 'SIGTERM');
  t.false('isForcefullyTerminated' in error);
});

/** A read of a handle that is not overlapped lets no write go on beside it. */
const ECHOES = {
  pipe: `const fs = require('fs');
    const bytes = Buffer.alloc(100);
    const count = fs.readSync(3, bytes);
    fs.writeSync(3, 'back: ' + bytes.toString('utf8', 0, count));`,
  overlapped: `const stream = new (require('net').Socket)({ fd: 3 });
    stream.once('data', (data) => stream.end('back: ' + data));`,
};

for (const [kind, echo] of Object.entries(ECHOES)) {
  onWindows(`${kind} at descriptor 3 carries bytes in both directions`, async (t) => {
    const outcome = await sameAsNode(t, async (m) => {
      const stdio = ['ignore', 'pipe', 'pipe', kind as 'pipe'] as const;
      const child = m.spawn(process.execPath, ['-e', echo], { stdio: [...stdio] });
      const stream = child.stdio[3] as unknown as import('node:net').Socket;
      stream.write('there');
      return [await text(stream), await closed(child)];
    });
    t.deepEqual(outcome, ['back: there', [0, null]]);
  });
}

onWindows(
  'a synchronous function takes overlapped pipes, and refuses streams: Node ends the process for both',
  async (t) => {
    const stdio = ['overlapped', 'overlapped', 'overlapped'] as const;
    const program = 'process.stdin.pipe(process.stdout); console.error(1)';
    const { status, stdout, stderr } = ours.spawnSync(process.execPath, ['-e', program], {
      encoding: 'utf8',
      input: 'text',
      stdio: [...stdio],
    });
    t.deepEqual([status, stdout, stderr], [0, 'text', '1\n']);

    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [Socket];
    const error = thrownBy(() => ours.spawnSync('cmd', [], { stdio: ['ignore', accepted, 'ignore'] }));
    t.like(error, { name: 'TypeError', code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    accepted.destroy();
    socket.destroy();
    server.close();
  },
);

onWindows('much goes through the standard streams, in both directions', async (t) => {
  const outcome = await sameAsNode(t, async (m) => {
    const child = m.spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)']);
    const end = closed(child);
    const output = text(child.stdout as NodeJS.ReadableStream);
    child.stdin?.end('much '.repeat(400_000));
    return [(await output).length, await end];
  });
  t.deepEqual(outcome, [2_000_000, [0, null]]);
});

onWindows('an identity is refused', async (t) => {
  await sameAsNode(t, (m) => [
    attempt(() => m.spawn('cmd', [], { uid: 1 })),
    attempt(() => m.spawn('cmd', [], { gid: 1 })),
    describeError(m.spawnSync('cmd', [], { uid: 1 }).error),
  ]);
});

onWindows('a child that is not referenced, or is detached, does not keep its parent', async (t) => {
  for (const options of ['{}', '{ detached: true }', "{ windowsHide: true, stdio: 'ignore' }"]) {
    const program = (name: string) => `
      const child = require('${name}').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], ${options});
      child.unref();
      for (const stream of child.stdio) stream?.unref();
      process.on('exit', () => { console.log(child.pid > 0, child.kill()); });`;
    for (const name of ['node:child_process', 'rt-std/child_process']) {
      const { stdout, status } = theirs.spawnSync(process.execPath, ['-e', program(name)], { encoding: 'utf8' });
      t.deepEqual([stdout.trim(), status], ['true true', 0], `${name} ${options}`);
    }
  }
});

onWindows('what a child inherits is what its plan says: a pipe ends although another child lives on', async (t) => {
  const [lived] = await sameAsNode(t, async (m) => {
    const other = m.spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    const child = m.spawn(process.execPath, ['-p', '1'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const later = m.spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    const output = await text(child.stdout as NodeJS.ReadableStream);
    const lives = other.kill(0) && later.kill(0);
    const ends = [closed(other), closed(later)];
    other.kill();
    later.kill();
    return [lives, output, ...(await Promise.all(ends))];
  });
  t.true(lived);
});

onWindows('a program that is missing leaves streams that end', async (t) => {
  const events = await sameAsNode(t, async (m) => {
    const child = m.spawn('no-such-program', { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    const seen: string[] = child.stdio.map((stream) => typeof stream?.on);
    child.on('error', (error) => seen.push((error as NodeJS.ErrnoException).code as string));
    child.stdout?.on('end', () => seen.push('end')).resume();
    child.stdin?.on('error', () => {});
    await new Promise((resolve) => child.on('close', resolve));
    return seen;
  });
  t.true(events.includes('ENOENT') && events.includes('end'));
});

onWindows('a standard descriptor that is none is left out', async (t) => {
  await sameAsNode(t, (m) =>
    [1, 2].map((position) => {
      const stdio: unknown[] = ['ignore', 'pipe', 'pipe'];
      stdio[position] = { fd: -1 };
      const { status, error } = m.spawnSync('cmd', ['/d', '/c', 'exit 3'], { stdio: stdio as never });
      return { status, error: describeError(error) };
    }),
  );
});

onWindows('the descriptors of pipes are given back', async (t) => {
  const lowestFree = (): number => {
    const descriptor = openSync(join(folder, 'probe'), 'w');
    closeSync(descriptor);
    return descriptor;
  };
  const before = lowestFree();
  for (let round = 0; round < 5; round++) {
    const children = Array.from({ length: 4 }, () => {
      const child = ours.spawn('cmd', ['/d', '/c', 'exit'], { stdio: Array<'pipe'>(20).fill('pipe') });
      child.stdin?.destroy();
      for (const stream of child.stdio) stream?.on('error', () => {});
      return closed(child);
    });
    await Promise.all(children);
  }
  t.is(lowestFree(), before);
});

onWindows('a worker that is terminated leaves its children running, and the process ends', (t) => {
  const program = `
    const { Worker, isMainThread, parentPort } = require('node:worker_threads');
    if (isMainThread) {
      const worker = new Worker(__filename);
      worker.on('message', (pid) => worker.terminate().then(() => {
        console.log(process.kill(pid, 0));
        process.kill(pid);
      }));
    } else {
      const { spawn } = require('rt-std/child_process');
      const idle = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
      spawn(process.execPath, ['-v']).on('close', () => parentPort.postMessage(idle.pid));
    }`;
  const file = join(PACKAGE, '__test__', '.build', 'terminated-worker.cjs');
  writeFileSync(file, program);
  const { stdout, stderr, status } = theirs.spawnSync(process.execPath, [file], { encoding: 'utf8' });
  rmSync(file);
  t.deepEqual([stdout.trim(), stderr, status], ['true', '', 0]);
});

onWindows('what needs Linux is refused before anything is started', (t) => {
  const refused = { contain: true, deathSignal: 'SIGKILL', limits: { openFiles: 10 }, umask: 0, terminal: {} };
  for (const [name, value] of Object.entries(refused)) {
    for (const call of [ours.spawn, ours.spawnSync]) {
      const error = thrownBy(() => (call as typeof ours.spawn)('no-such-program', [], { [name]: value } as object));
      t.like(error, { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }, name);
    }
  }
  const child = ours.spawn(process.execPath, ['-v']) as Child & WithKillTree;
  const { killTree } = ours as unknown as WithKillTree;
  for (const call of [() => child.killTree(), () => killTree(child.pid as number)]) {
    t.like(thrownBy(call), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  }
});
