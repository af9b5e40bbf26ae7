/**
 * A program may replace any function of the language. Where Node's module still works then, ours
 * works too: for each replaced function, both are used in every way, in the process that has
 * replaced it.
 */
import { spawn } from 'node:child_process';
import test from 'ava';
import { IS_WINDOWS } from '../support/portable';
import { fixture, ProgramFolder } from '../support/program';
import { MODULE_NAMES } from './ipc/both-modules';

/** Every so many of all are tried: on Windows it takes long to start a program. */
const STEP = Number(process.env.RT_PATCHED_STEP ?? (IS_WINDOWS ? 9 : 1));

/** By the replaced function and the use of the module: the result. */
type Results = Map<string, unknown>;

function run(module: string, serialization: string): Promise<Results> {
  const folder = new ProgramFolder({ 'start.cjs': `require(${JSON.stringify(fixture('patched-language.js'))});` });
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['start.cjs', module, serialization, String(STEP)], { cwd: folder.path });
    let text = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.on('close', (code) => {
      folder.remove();
      if (code !== 0) return reject(new Error(`exit code ${code}: ${errors}`));
      const lines = text.trim().split('\n');
      resolve(
        new Map(
          lines.map((line) => {
            const [replaced, use, result] = JSON.parse(line) as [string, string, unknown];
            return [`${use} without ${replaced}`, result];
          }),
        ),
      );
    });
  });
}

for (const serialization of ['json', 'advanced'] as const) {
  test(`whatever function of the language is replaced: what works with Node's module works with ours (${serialization})`, async (t) => {
    t.timeout(300_000);
    const [node, ours] = await Promise.all([
      run(MODULE_NAMES.node, serialization),
      run(MODULE_NAMES.ours, serialization),
    ]);
    t.true(node.size > (serialization === 'json' ? 2_000 : 500) / STEP);
    t.deepEqual([...ours.keys()], [...node.keys()]);
    const isFailure = (result: unknown) => result == null || /^(thrown|uncaught|timeout)/.test(String(result));
    const worse = [...node].filter(([name, result]) => !isFailure(result) && ours.get(name) !== result);
    t.deepEqual(
      worse.map(([name, result]) => [name, result, ours.get(name)]),
      [],
    );
    // The few that break Node's show that the functions are replaced.
    t.true([...node.values()].some(isFailure));
  });
}
