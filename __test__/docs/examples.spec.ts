import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE, ProgramFolder } from '../support/program';
import { type Block, blocksIn, promised, sorted } from './blocks';

/** The pages whose examples are whole programs. */
const PAGES = [
  'docs/README.md',
  ...['api', 'guide'].flatMap((folder) =>
    readdirSync(join(PACKAGE, 'docs', folder)).map((name) => join('docs', folder, name)),
  ),
  'docs/ending-processes.md',
  'docs/limits-and-usage.md',
];

/** What the commands of the pages start. */
const APPLICATION = "require('child_process').execFileSync('true'); require('querystring').parse('a=1');";

for (const page of PAGES) {
  const blocks = blocksIn(page);
  for (const block of blocks.filter(({ language }) => language === 'js')) {
    if (promised(block.text).length > 0) runs(block, filesFor(block, blocks));
    else
      test(`an example that prints nothing is a file of another one, or for browsers: ${block.title}`, (t) => {
        const others = blocks.filter(({ heading }) => heading === block.heading);
        const isFile = block.name !== undefined && others.some(({ text }) => text.includes(`${block.name}'`));
        t.true(isFile || block.text.startsWith('// In a page.'));
      });
  }
}

function runs(block: Block, files: Record<string, string>): void {
  test(`the example prints what it says: ${block.title}`, (t) => {
    const name = block.name ?? 'example.mjs';
    const folder = new ProgramFolder({ ...files, [name]: block.text });
    try {
      const { stdout, stderr, status } = folder.node([...block.options, name]);
      t.deepEqual({ status, stderr }, { status: 0, stderr: '' });
      t.deepEqual(sorted(stdout.split('\n').slice(0, -1)), promised(block.text));
    } finally {
      folder.remove();
    }
  });
}

/** The files that the blocks before it, below the same heading, give a name. */
function filesFor(block: Block, blocks: readonly Block[]): Record<string, string> {
  const before = blocks.slice(0, blocks.indexOf(block)).filter(({ heading }) => heading === block.heading);
  return Object.fromEntries(before.flatMap(({ name, text }) => (name === undefined ? [] : [[name, text]])));
}

test("README.md's programs run", (t) => {
  const programs = blocksIn('README.md').flatMap(({ name, text }) => (name === undefined ? [] : [[name, text]]));
  const files = Object.fromEntries(programs) as Record<string, string>;
  t.deepEqual(Object.keys(files), ['tool.cjs', 'worker.mjs', 'tool.mjs']);
  const folder = new ProgramFolder(files);
  try {
    for (const [name, last] of [
      ['tool.cjs', 'node exited with 0'],
      ['tool.mjs', 'Köln a+b'],
    ] as const) {
      const { stdout, stderr, status } = folder.node([name]);
      t.deepEqual({ status, stderr }, { status: 0, stderr: '' }, name);
      t.deepEqual(stdout.split('\n').slice(0, -1), [process.version, last]);
    }
  } finally {
    folder.remove();
  }
});

test('the commands of the guide run', (t) => {
  const commands = PAGES.flatMap(blocksIn)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => /^(\w+=\S+ )*(node|rt) (?!hello)/.test(line));
  t.true(commands.length >= 6);
  const folder = new ProgramFolder({ 'app.js': APPLICATION, 'server.js': APPLICATION });
  try {
    const rt = `rt() { node ${join(PACKAGE, 'dist', 'command', 'rt.js')} "$@"; }`;
    for (const command of commands) {
      const { status, stderr } = theirs.spawnSync('sh', ['-c', `${rt}\n${command}`], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      t.is(status, 0, `${command}: ${stderr}`);
    }
  } finally {
    folder.remove();
  }
});

test('the TypeScript of the pages has no error', (t) => {
  const blocks = PAGES.flatMap(blocksIn).filter(({ language }) => language === 'ts');
  t.true(blocks.length >= 3);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    types: ['node', 'rt-std/types'],
  };
  const folder = new ProgramFolder({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.mts'] }),
    ...Object.fromEntries(blocks.map(({ text }, index) => [`block-${index}.mts`, text])),
  });
  try {
    symlinkSync(join(PACKAGE, 'node_modules', '@types'), join(folder.path, 'node_modules', '@types'));
    const tsc = join(PACKAGE, 'node_modules', '.bin', 'tsc');
    const { stdout, status } = theirs.spawnSync(tsc, ['-p', '.'], { cwd: folder.path, encoding: 'utf8' });
    t.is(status, 0, stdout);
  } finally {
    folder.remove();
  }
});

test("the Rust of the guide is that of the crates' pages, which are tested", (t) => {
  const crates = ['process', 'ipc', 'querystring'].flatMap((crate) => blocksIn(`crates/${crate}/README.md`));
  const tested = crates.map(({ text }) => text.split('\n'));
  const blocks = PAGES.flatMap(blocksIn).filter(({ language }) => language === 'rust');
  t.true(blocks.length >= 2);
  for (const { title, text } of blocks) {
    t.true(
      tested.some((lines) => isPart(text.split('\n'), lines)),
      title,
    );
  }
});

/** Whether some lines are among others, in their order. */
function isPart(lines: readonly string[], all: readonly string[]): boolean {
  let place = -1;
  return lines.every((line) => {
    place = all.indexOf(line, place + 1);
    return place !== -1;
  });
}

test('what is not as promised is noticed', (t) => {
  t.deepEqual(promised("console.log('b'); // prints: b\n// prints: a\n"), ['a', 'b']);
  t.true(isPart(['a', 'c'], ['a', 'b', 'c']));
  t.false(isPart(['c', 'a'], ['a', 'b', 'c']));
  t.true(readFileSync(join(PACKAGE, 'docs/guide/start.md'), 'utf8').includes('// prints: '));
});
