// Speaks with the language server as editors do, over the channel of a forked process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';

const library = resolve('library.ts');
const main = resolve('main.ts');
const text = `import { double } from './library';
export const four = double(2);
four.`;
writeFileSync(library, 'export function double(value: number): number {\n  return 2 * value;\n}\n');
writeFileSync(main, text);
writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] }, files: ['main.ts'] }));

const path = createRequire(import.meta.url).resolve('typescript/lib/tsserver.js');
const options = ['--useNodeIpc', '--disableAutomaticTypingAcquisition', '--suppressDiagnosticEvents'];
const server = fork(path, options, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const exit = once(server, 'exit');
const waiting = new Map();
server.on('message', (message) => {
  if (message.type !== 'response') return;
  waiting.get(message.request_seq)?.(message);
  waiting.delete(message.request_seq);
});

let sequence = 0;
function tell(command, args) {
  server.send({ seq: ++sequence, type: 'request', command, arguments: args });
}
async function ask(command, args) {
  tell(command, args);
  const { success, body, message } = await new Promise((answer) => waiting.set(sequence, answer));
  if (!success) throw new Error(`${command}: ${message}`);
  return body;
}
async function diagnostics() {
  const found = await ask('semanticDiagnosticsSync', { file: main });
  return found.map(({ code, text: reported }) => [code, reported]);
}

tell('open', { file: main, fileContent: text, projectRootPath: process.cwd() });
const { displayString } = await ask('quickinfo', { file: main, line: 2, offset: 22 });
const completions = await ask('completionInfo', { file: main, line: 3, offset: 6 });
const [definition] = await ask('definition', { file: main, line: 2, offset: 22 });
const rename = await ask('rename', { file: library, line: 1, offset: 17 }).catch(async () => {
  tell('open', { file: library });
  return ask('rename', { file: library, line: 1, offset: 17 });
});
tell('change', { file: main, line: 3, offset: 1, endLine: 3, endOffset: 6, insertString: '' });
const before = await diagnostics();
tell('change', {
  file: main,
  line: 3,
  offset: 1,
  endLine: 3,
  endOffset: 1,
  insertString: 'export const word: string = four;',
});
const after = await diagnostics();
const many = await Promise.all(
  Array.from({ length: 200 }, () => ask('quickinfo', { file: main, line: 2, offset: 22 })),
);
tell('exit');
const [code, signal] = await exit;

console.log(
  JSON.stringify({
    quickInfo: displayString.replace(/^\(alias\) /, '').split('\n')[0],
    completions: completions.entries.map(({ name }) => name).filter((name) => ['toFixed', 'toString'].includes(name)),
    definition: { file: basename(definition.file), line: definition.start.line },
    rename: rename.locs
      .flatMap(({ file, locs }) => locs.map(({ start }) => [basename(file), start.line]))
      .filter(([file, line]) => file === 'library.ts' || line === 2)
      .sort(),
    before,
    after,
    many: many.filter((info) => info.displayString === displayString).length,
    exit: { code, signal },
  }),
);
