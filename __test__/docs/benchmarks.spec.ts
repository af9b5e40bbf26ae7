import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';

// A run of a few rows has once been committed as the page.
for (const subject of ['ipc', 'process'])
  test(`the page of figures of '${subject}' has each row of the benchmark`, (t) => {
    const program = join(PACKAGE, 'bench', subject, 'index.mjs');
    const list = execFileSync(process.execPath, [program, '--list'], { encoding: 'utf8' });
    const titles = list.trim().split('\n');
    const page = readFileSync(join(PACKAGE, 'docs', 'benchmarks', `${subject}.md`), 'utf8');
    for (const title of titles.map((line) => line.slice(line.indexOf(' ')).trim()))
      t.true(page.includes(`| ${title} `), title);
    t.true(titles.length > 9);
  });
