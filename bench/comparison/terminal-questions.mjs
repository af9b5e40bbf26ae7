import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isInTime, isSoonGone } from './answers.mjs';

/**
 * What to know of a module that gives programs a terminal. Each question is tried in a process of
 * its own.
 *
 * @typedef {object} Program
 * @property {number} pid
 * @property {(listener: (data: Buffer) => void) => void} onData
 * @property {Promise<{ code?: number, signal?: number | string, error?: Error }>} ended
 * @property {(data: string) => void} write
 * @property {(cols: number, rows: number) => void} resize
 * @property {() => void} pause
 * @property {() => void} kill ends it with all that can be reached
 *
 * @typedef {object} Contestant
 * @property {(file: string, args: string[], options?: object) => Program} spawn
 * @property {string} source of `make`, which is `spawn`, for a worker or another process
 * @property {() => Promise<boolean>} loadsAsPacked
 *
 * @type {Record<string, { title: string, ask: (contestant: Contestant) => Promise<boolean> }>}
 */
export const terminalQuestions = {
  packed: {
    title: 'Its package works on Linux without a compiler',
    ask: ({ loadsAsPacked }) => loadsAsPacked(),
  },
  last: {
    title: 'What a program writes last arrives, 100 times of 100',
    async ask({ spawn }) {
      const length = 20_000;
      for (let round = 0; round < 100; round++) {
        const program = spawn('sh', ['-c', `stty raw; head -c ${length} /dev/zero`]);
        let arrived = 0;
        program.onData((data) => {
          arrived += data.length;
        });
        // The program may end while this one has something else to do.
        if (round % 2 === 0) blockFor(15);
        await program.ended;
        if (arrived !== length) {
          console.error(`round ${round}: ${arrived} of ${length} bytes`);
          return false;
        }
      }
      return true;
    },
  },
  after: {
    title: 'The exit status comes after all output, also to a slow reader',
    async ask({ spawn }) {
      const program = spawn('sh', ['-c', 'stty raw; head -c 300000 /dev/zero; exit 3']);
      let arrived = 0;
      program.onData((data) => {
        arrived += data.length;
        blockFor(5);
      });
      const { code } = await program.ended;
      console.error(`code ${code}, ${arrived} bytes`);
      return code === 3 && arrived === 300_000;
    },
  },
  signal: {
    title: 'A signal that ends the program is known',
    async ask({ spawn }) {
      const { signal } = await spawn('sh', ['-c', 'kill -TERM $$']).ended;
      return signal === 15 || signal === 'SIGTERM';
    },
  },
  resize: {
    title: 'The program sees a change of the size',
    async ask({ spawn }) {
      const program = spawn('sh', ['-c', 'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done']);
      const text = textOf(program);
      while (!text().includes('ready')) await delay(10);
      program.resize(101, 33);
      return (await isInTime(program.ended)) && text().includes('33 101');
    },
  },
  pause: {
    title: 'A program waits while nobody reads',
    async ask({ spawn }) {
      const program = spawn('sh', ['-c', 'stty raw; head -c 10000000 /dev/zero']);
      program.onData(() => {});
      program.pause();
      const hasEnded = await Promise.race([program.ended.then(() => true), delay(1000, false)]);
      program.kill();
      return !hasEnded;
    },
  },
  folder: {
    title: 'A working directory that is missing is an error that says so',
    async ask({ spawn }) {
      try {
        const { error } = await spawn('true', [], { cwd: '/no-such-folder' }).ended;
        return error?.code === 'ENOENT' && error.cwd === '/no-such-folder';
      } catch (error) {
        return error.code === 'ENOENT';
      }
    },
  },
  descriptors: {
    title: 'A program gets no descriptor of other terminals',
    async ask({ spawn }) {
      const others = [spawn('cat', []), spawn('cat', [])];
      await delay(200);
      const program = spawn('sh', ['-c', 'ls -l /proc/self/fd']);
      const text = textOf(program);
      await program.ended;
      for (const other of others) other.kill();
      console.error(text());
      return text().includes('/dev/pts/') && !text().includes('ptmx');
    },
  },
  held: {
    title: 'A background process that holds the terminal delays the end by less than a second',
    async ask({ spawn }) {
      const program = spawn('sh', ['-c', 'trap "" HUP; sleep 8 & echo'], { closeGrace: 200 });
      program.onData(() => {});
      const isEnded = await Promise.race([program.ended.then(() => true), delay(1000, false)]);
      program.kill();
      return isEnded;
    },
  },
  daemon: {
    title: 'A daemon that has left the terminal can be ended with it',
    async ask({ spawn }) {
      const script = 'setsid sh -c "echo pid=\\$\\$; exec sleep 30" & sleep 0.3';
      const program = spawn('sh', ['-c', script], { contain: true });
      const text = textOf(program);
      await program.ended;
      const [, pid] = /pid=(\d+)/.exec(text());
      program.kill();
      return isSoonGone(Number(pid));
    },
  },
  orphan: {
    title: 'A program that ignores hang-ups ends with a parent that is killed',
    async ask({ source }) {
      const { spawn } = await import('node:child_process');
      const script = `(async () => { ${source}
        const program = make('sh', ['-c', 'trap "" HUP; echo pid=$$; exec sleep 30'], { deathSignal: 'SIGKILL' });
        program.onData((data) => process.stdout.write(data));
      })();`;
      const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      for await (const data of parent.stdout) {
        text += data;
        if (/pid=\d+\s/.test(text)) break;
      }
      parent.kill('SIGKILL');
      return isSoonGone(Number(/pid=(\d+)/.exec(text)[1]));
    },
  },
  worker: {
    title: 'A terminal of a worker is closed when the worker is terminated',
    async ask({ source }) {
      const worker = new Worker(
        `(async () => { ${source}
          const program = make('sh', ['-c', 'echo pid=$$; exec sleep 30']);
          let text = '';
          program.onData((data) => {
            text += data;
            const [, pid] = /pid=(\\d+)\\s/.exec(text) ?? [];
            if (pid) require('node:worker_threads').parentPort.postMessage(Number(pid));
          });
        })();`,
        { eval: true },
      );
      const [pid] = await once(worker, 'message');
      await worker.terminate();
      return isSoonGone(pid);
    },
  },
  memory: {
    title: 'A parent of 1 GiB starts a program as fast as a small one',
    async ask({ spawn }) {
      const small = await leastOf(spawn);
      // A value other than 0: pages that nobody has written to do not exist yet.
      const held = Buffer.alloc(2 ** 30, 1);
      const large = await leastOf(spawn);
      console.error(`${small.toFixed(2)} ms, with ${held.length} bytes ${large.toFixed(2)} ms`);
      return large < 3 * small;
    },
  },
};

/** Milliseconds that the call takes at least, of ten. */
async function leastOf(spawn) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) {
    const start = performance.now();
    const program = spawn('true', []);
    least = Math.min(least, performance.now() - start);
    await program.ended;
  }
  return least;
}

function textOf(program) {
  let text = '';
  program.onData((data) => {
    text += data;
  });
  return () => text;
}

function blockFor(milliseconds) {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}
