import { folderOf, isSame, testHere } from './late-programs';

/** What programs do with the class before they start anything. */
const CLASS = `
  const childProcess = require('child_process');
  const { ChildProcess } = childProcess;
  USE
  const child = childProcess.spawn('echo', ['hello']);
  console.log(child instanceof ChildProcess, child.constructor === ChildProcess, child.constructor.name);
  child.on('close', (code) => console.log(code, ChildProcess === childProcess.ChildProcess));
`;

const USES: Record<string, string> = {
  nothing: '',
  'replaces a method': `
    const { spawn } = ChildProcess.prototype;
    ChildProcess.prototype.spawn = function (options) {
      console.log(options.file, options.args, this instanceof ChildProcess);
      return spawn.call(this, { ...options, args: ['echo', 'bye'] });
    };`,
  'makes one': `
    const made = new ChildProcess();
    console.log(made instanceof ChildProcess, made.pid, made.constructor === ChildProcess);
    // At the end: the order of the two children is luck.
    made.on('exit', (code) => process.on('exit', () => console.log('made', code)));
    console.log(made.spawn({ file: 'true', args: ['true'], stdio: 'ignore' }));`,
  'makes a class of it': `
    class Own extends ChildProcess { get own() { return 'own'; } }
    const made = new Own();
    console.log(made.own, made instanceof Own, made instanceof ChildProcess, Object.getPrototypeOf(Own) === ChildProcess);`,
  'calls it for an object of its own': `
    const { inherits } = require('node:util');
    function Own() { ChildProcess.call(this); }
    inherits(Own, ChildProcess);
    const made = new Own();
    console.log(made instanceof ChildProcess, Object.keys(made));
    // At the end: the order of the two children is luck.
    made.on('exit', (code) => process.on('exit', () => console.log('made', code)));
    console.log(made.spawn({ file: 'true', args: ['true'], stdio: 'ignore' }));`,
  'reads stack traces': `
    class Own extends ChildProcess {}
    for (const made of [new ChildProcess(), new Own(), childProcess.spawn('true')]) {
      made.once('mine', () => console.log(new Error().stack.split('\\n')[2]));
      made.emit('mine');
    }`,
  'gives it a member': `
    ChildProcess.own = 1;
    Object.defineProperty(ChildProcess, 'hidden', { value: 2 });
    ChildProcess.prototype.added = 3;
    console.log(ChildProcess.own, ChildProcess.hidden, new ChildProcess().added, 'own' in ChildProcess);
    console.log(Object.keys(ChildProcess), delete ChildProcess.own, ChildProcess.own);`,
  'asks for its prototype': `
    const { EventEmitter } = require('node:events');
    console.log(Object.getPrototypeOf(ChildProcess) === EventEmitter, ChildProcess.name);
    console.log(Object.getPrototypeOf(ChildProcess.prototype) === EventEmitter.prototype, ChildProcess.prototype instanceof EventEmitter);`,
  freezes: `
    Object.freeze(ChildProcess);
    Object.freeze(childProcess);
    console.log(Object.isFrozen(ChildProcess), Object.isFrozen(childProcess));`,
};

for (const [what, use] of Object.entries(USES)) {
  testHere(`a program that does this with the class before the first call is served as by Node: ${what}`, (t) => {
    isSame(t, CLASS.replace('USE', use));
  });
}

testHere('a program that has loaded ours by itself finds one class', (t) => {
  const folder = folderOf(t, {
    'ours first.cjs': `
      const ours = require('rt-std/child_process');
      const nodes = require('child_process');
      console.log(ours.ChildProcess === nodes.ChildProcess, nodes.spawn('true') instanceof ours.ChildProcess);
    `,
    'ours later.cjs': `
      const nodes = require('child_process');
      const { ChildProcess } = nodes;
      const ours = require('rt-std/child_process');
      const child = ours.spawn('true');
      console.log(child instanceof ChildProcess, child instanceof ours.ChildProcess);
      const other = nodes.spawn('true');
      console.log(ours.ChildProcess === ChildProcess, other.constructor === ChildProcess, child instanceof ChildProcess);
    `,
  });
  const run = (name: string): string => folder.node(['--require', 'rt-std/override', name]).stdout;
  t.is(run('ours first.cjs'), 'true true\n');
  t.is(run('ours later.cjs'), 'true true\ntrue true true\n');
});
