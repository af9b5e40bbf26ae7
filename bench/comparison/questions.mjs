import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isInTime, isSoonGone } from './answers.mjs';

/**
 * What to know of a module that starts processes. Each question is tried in a process of its own,
 * with the options that rt-std has for it: who does not know an option ignores it.
 *
 * @typedef {object} Contestant
 * @property {(file: string, args: string[], options: object) => import('node:child_process').ChildProcess} spawn
 * @property {(child: object) => Promise<Error>} failure how a child could not be started
 *
 * @type {Record<string, { title: string, ask: (contestant: Contestant, node: string) => Promise<boolean> }>}
 */
export const questions = {
  folder: {
    title: 'An error says whether the program or its folder is missing',
    async ask({ spawn, failure }) {
      const error = await failure(spawn('ls', [], { cwd: '/no-such-folder' }));
      return /no-such-folder/.test(`${error.message} ${error.cwd}`);
    },
  },
  tree: {
    title: 'What the child has started can be ended with it',
    async ask({ spawn }) {
      const child = spawn('sh', ['-c', 'sleep 30 & echo $!; wait'], {});
      const [data] = await once(child.stdout, 'data');
      if (child.killTree) child.killTree();
      else child.kill();
      return isSoonGone(Number(data));
    },
  },
  daemon: {
    title: 'So can a daemon that has left it',
    async ask({ spawn }) {
      const child = spawn('sh', ['-c', 'setsid sleep 30 >/dev/null 2>&1 & echo $!'], { contain: true });
      const [data] = await once(child.stdout, 'data');
      await once(child, 'close');
      child.killTree?.();
      return isSoonGone(Number(data));
    },
  },
  stubborn: {
    title: 'A child that ignores SIGTERM is killed, by an option',
    async ask({ spawn }) {
      const script = 'trap "" TERM; echo; for i in 1 2 3 4 5 6 7 8; do sleep 1; done';
      const child = spawn('sh', ['-c', script], { forceKillAfterDelay: 200 });
      await once(child.stdout, 'data');
      child.kill();
      const [, signal] = await once(child, 'exit');
      return signal === 'SIGKILL';
    },
  },
  held: {
    title: 'Output that another process holds is not waited for, by an option',
    async ask({ spawn }) {
      const child = spawn('sh', ['-c', 'sleep 8 & echo'], { closeGrace: 200 });
      child.stdout.resume();
      return isInTime(once(child, 'close'));
    },
  },
  close: {
    title: "'close' comes although a listener of 'exit' throws",
    async ask({ spawn }) {
      process.on('uncaughtException', () => {});
      const child = spawn('true', [], { stdio: 'ignore' });
      child.on('exit', () => {
        throw new Error('of a listener');
      });
      return isInTime(new Promise((settle) => child.on('close', settle)));
    },
  },
  malformed: {
    title: 'Bytes that are no message cannot end the parent',
    async ask({ spawn }, node) {
      let isCaught = true;
      process.on('uncaughtException', () => {
        isCaught = false;
      });
      const script = "require('fs').writeSync(3, 'no message\\n'); setTimeout(() => {}, 300)";
      const child = spawn(node, ['-e', script], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'json',
      });
      child.on('error', () => {});
      child.on('message', () => {});
      await new Promise((settle) => child.on('exit', settle));
      await delay(200);
      return isCaught;
    },
  },
  limits: {
    title: 'What the child may use can be limited',
    async ask({ spawn }) {
      const child = spawn('sh', ['-c', 'ulimit -n'], { limits: { openFiles: 23 } });
      const [data] = await once(child.stdout, 'data');
      return Number(data) === 23;
    },
  },
  usage: {
    title: 'What the child has used is known',
    async ask({ spawn }) {
      const child = spawn('true', [], { stdio: 'ignore' });
      await once(child, 'exit');
      return child.resourceUsage?.()?.maxRSS > 0;
    },
  },
  dispose: {
    title: '`await using` ends the child and waits for it',
    async ask({ spawn }) {
      const child = spawn('sleep', ['5'], { stdio: 'ignore' });
      await child[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]?.();
      return child.signalCode === 'SIGTERM';
    },
  },
};
