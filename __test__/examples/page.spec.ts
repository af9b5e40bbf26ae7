import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE, ProgramFolder } from '../support/program';
import { exampleFile } from './program';

const page = readFileSync(join(PACKAGE, 'docs', 'examples.md'), 'utf8');

test('every example is on the page', (t) => {
  const names = readdirSync(exampleFile()).filter((name) => name !== 'tour');
  t.true(names.length >= 9);
  for (const name of names) t.regex(page, new RegExp(`^\\| (\\[\`${name}\`\\]|\`${name}\` )`, 'm'), name);
});

test('the commands of the page name examples that are there', (t) => {
  const commands = [...page.matchAll(/^npm run example -- ([\w-]+)/gm)].map(([, name]) => name as string);
  t.is(new Set(commands).size, 7);
  for (const name of commands) t.true(existsSync(exampleFile(name, 'main.mjs')), name);
});

test('what the page shows is in the programs, line by line', (t) => {
  const blocks = [...page.matchAll(/^```(?:js|rust)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  t.is(blocks.length, [...page.matchAll(/^```(?!sh$)\w/gm)].length);
  for (const [, file = '', text = ''] of blocks) {
    const lines = readFileSync(join(PACKAGE, file), 'utf8').split('\n');
    let place = -1;
    for (const line of text.split('\n').slice(0, -1)) {
      place = lines.indexOf(line, place + 1);
      t.not(place, -1, `${file}: ${line}`);
    }
  }
});

test('an example runs where it was copied to', (t) => {
  const folder = new ProgramFolder({});
  t.teardown(() => folder.remove());
  cpSync(exampleFile('worker-pool'), join(folder.path, 'copy'), { recursive: true });
  const { stdout, status } = folder.node([join('copy', 'main.mjs'), '10', '2']);
  t.is(status, 0);
  t.like(JSON.parse(stdout), { taken: 10, done: 10, wrong: 0 });
});
