import test from 'ava';
import { ProgramFolder } from './support/program';
import { testOnNode } from './support/same-as-node';

const PROGRAM = `
const { spawn } = require('rt-std/child_process');
const { isEnabled } = require(require.resolve('rt-std/package.json').replace('package.json', 'build/fast-paths'));
const child = spawn('true');
child.on('close', () => console.log(isEnabled('live-environment')));
`;

function run(disabled: string | undefined): { lastLine: string | undefined; stderr: string } {
  const folder = new ProgramFolder({ 'program.cjs': PROGRAM });
  try {
    const { stdout, stderr } = folder.node(['program.cjs'], { RT_STD_DISABLE: disabled });
    return { lastLine: stdout.trim().split('\n').pop(), stderr };
  } finally {
    folder.remove();
  }
}

test('fast paths are taken by default', (t) => {
  t.deepEqual(run(undefined), { lastLine: 'true', stderr: '' });
  t.deepEqual(run(''), { lastLine: 'true', stderr: '' });
});

test('RT_STD_DISABLE turns off the fast paths that it names', (t) => {
  t.deepEqual(run('live-environment'), { lastLine: 'false', stderr: '' });
  t.deepEqual(run(' live-environment , '), { lastLine: 'false', stderr: '' });
  t.deepEqual(run('all'), { lastLine: 'false', stderr: '' });
});

test('RT_STD_DISABLE warns of a name that is unknown', (t) => {
  const { lastLine, stderr } = run('live-enviroment');
  t.is(lastLine, 'true');
  t.regex(stderr, /RT_STD_DISABLE names an unknown fast path: live-enviroment\. Known are /);
});

const STARTS = `
require('child_process');
require('querystring').parse('a=1');
const isLoaded = (name) =>
  Object.keys(require.cache).some((file) => file.endsWith(require('path').join(name, 'functions.js')));
console.log(isLoaded('child_process'), isLoaded('querystring'));
`;

testOnNode('names in RT_STD_DISABLE are whole ones, and there may be spaces around them', (t) => {
  const folder = new ProgramFolder({ 'program.cjs': STARTS });
  t.teardown(() => folder.remove());
  for (const [disabled, isLoaded] of [
    [undefined, 'false false'],
    ['', 'false false'],
    ['x-all', 'false false'],
    ['late-querystring-x,x.late-child-process', 'false false'],
    ['late-child-process late-querystring', 'false false'],
    ['late-querystring', 'false true'],
    [' late-child-process, ,late-streams', 'true false'],
    [',  late-querystring  ,late-child-process', 'true true'],
    [' all ', 'true true'],
  ] as const) {
    const { stdout } = folder.node(['--require', 'rt-std/override', 'program.cjs'], { RT_STD_DISABLE: disabled });
    t.is(stdout.trim(), isLoaded, disabled);
  }
});
