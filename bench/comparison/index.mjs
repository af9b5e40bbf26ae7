// Asks what Node, Bun, Deno, execa and rt-std do where they differ: `npm run bench -- comparison`.
// Writes docs/comparison/questions.json and terminals.json, from which docs/comparison.md is made.
// With `--only questions` or `--only terminals`, one of them. Needs a build, and a C++ compiler for
// node-pty.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/run/project.mjs';
import { runtimeCommand } from '../../scripts/runtimes/runtime.mjs';
import { cachedPackages } from '../../scripts/steps/cached-packages.mjs';
import { installNodePty } from '../terminals/install.mjs';
import { page } from './page.mjs';
import { questions } from './questions.mjs';
import { record } from './results.mjs';
import { terminalContestants } from './terminal-contestants.mjs';
import { terminalQuestions } from './terminal-questions.mjs';

const limit = 60_000;
const folder = join(root, 'bench', 'comparison');
const own = 'node:child_process';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
for (const [part, ask] of Object.entries({ questions: askProcesses, terminals: askTerminals })) {
  if ((values.only ?? part) === part) await record(part, await ask());
}
await page.write();

async function askProcesses() {
  const packages = join(await cachedPackages('comparison-tools', 'bench/comparison', 'bench'), 'package.json');
  const ours = pathToFileURL(join(root, 'dist', 'child_process', 'index.mjs')).href;
  const execa = join(packages, '..', 'node_modules', 'execa');
  /** Who is asked: the runtime that runs the probe, and the module in it. */
  const contestants = {
    'rt-std': [[process.execPath], ours],
    [`Node ${process.versions.node}`]: [[process.execPath], own],
    'Node 24': [await runtimeCommand('node@24'), own],
    Bun: [await runtimeCommand('bun'), own],
    Deno: [await runtimeCommand('deno'), own],
    [`execa ${versionOf(execa)}`]: [[process.execPath], pathToFileURL(join(execa, 'index.js')).href],
  };
  return askAll(questions, contestants, (question, [command, module]) => [
    ...[...command, join(folder, 'probe.mjs')],
    ...[question, module, process.execPath],
  ]);
}

async function askTerminals() {
  const nodePty = await installNodePty('bench');
  const names = Object.keys(terminalContestants(root, nodePty));
  const version = versionOf(join(nodePty, 'node_modules', 'node-pty'));
  const contestants = names.map((name) => [name === 'node-pty' ? `node-pty ${version}` : name, name]);
  return askAll(terminalQuestions, Object.fromEntries(contestants), (question, name) => [
    ...[process.execPath, join(folder, 'terminal-probe.mjs')],
    ...[question, name, root, nodePty],
  ]);
}

/** Asks each question of each contestant, in a process that `commandOf` names. */
function askAll(all, contestants, commandOf) {
  const answers = {};
  for (const question of Object.keys(all)) {
    answers[question] = {};
    for (const [name, contestant] of Object.entries(contestants)) {
      const [program, ...args] = commandOf(question, contestant);
      const child = spawnSync(program, args, { encoding: 'utf8', timeout: limit });
      const answer = child.stdout.trim();
      answers[question][name] = answer === 'yes' ? 'yes' : 'no';
      // Whoever gives none, such as one whose process ended by an exception, has not done it.
      const reason = answer === 'yes' ? '' : `: ${child.error ?? child.stderr.trim().slice(0, 500)}`;
      console.log(`${question}, ${name}: ${answer}${reason}`);
    }
  }
  return { answers };
}

function versionOf(path) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version;
}
