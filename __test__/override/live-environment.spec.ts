import { ProgramFolder } from '../support/program';
import { testOnNode } from '../support/same-as-node';

/**
 * What a spawn would do: it makes the pairs of the environment only when somebody reads them, if
 * the child gets the live environment.
 */
const ASK = `
  const { ChildProcess, spawn } = require(process.env.RT_TEST_MODULE);
  const isLive = () => {
    const { spawn: original } = ChildProcess.prototype;
    let answer;
    ChildProcess.prototype.spawn = function (options) {
      answer = Object.getOwnPropertyDescriptor(options, 'envPairs').get !== undefined;
      return original.call(this, options);
    };
    spawn('true');
    ChildProcess.prototype.spawn = original;
    return answer;
  };
`;

const WAYS: Record<string, { args: string[]; module: string }> = {
  'no preload': { args: [], module: 'rt-std/child_process' },
  'the override': { args: ['--require', 'rt-std/override'], module: 'node:child_process' },
  register: { args: ['--require', 'rt-std/register'], module: 'rt:child_process' },
};

for (const [title, { args, module }] of Object.entries(WAYS)) {
  testOnNode(`the live environment is passed on under ${title}, until a worker may share it`, (t) => {
    const folder = new ProgramFolder({
      'program.cjs': `${ASK}
        const answers = [isLive()];
        require('node:child_process').spawnSync('true');
        const { SHARE_ENV, Worker } = require('node:worker_threads');
        answers.push(isLive());
        const worker = new Worker('', { eval: true, env: SHARE_ENV });
        const atOnce = isLive();
        worker.on('exit', () => console.log(JSON.stringify([...answers, ${args.length > 0} ? atOnce : false, isLive()])));
      `,
      'workers-first.cjs': `
        const { SHARE_ENV, Worker } = require('node:worker_threads');
        new Worker('', { eval: true, env: SHARE_ENV });
        ${ASK}
        console.log(isLive());
      `,
      'module-first.cjs': `
        require('node:worker_threads');
        ${ASK}
        console.log(isLive());
      `,
      'worker.cjs': `
        const { Worker, isMainThread } = require('node:worker_threads');
        if (isMainThread) new Worker(__filename);
        else { ${ASK} console.log(isLive()); }
      `,
    });
    const answer = (program: string): unknown => {
      const { stdout, stderr } = folder.node([...args, program], { RT_TEST_MODULE: module });
      t.is(stderr, '');
      return JSON.parse(stdout);
    };
    t.deepEqual(answer('program.cjs'), [true, true, false, false]);
    t.is(answer('workers-first.cjs'), false);
    // Without a preload, nobody knows what the module was used for.
    t.is(answer('module-first.cjs'), args.length > 0);
    t.is(answer('worker.cjs'), false);
    folder.remove();
  });
}
