import { spawnSync } from 'node:child_process';
import { PACKAGE } from '../../support/program';

/**
 * The functions of the crate `rt-querystring` that its example `answer` calls, by their letter
 * there.
 */
const CRATE = {
  parse: 'p',
  stringify: 's',
  escape: 'e',
  escapeUtf16: 'E',
  unescape: 'u',
  unescapeUtf16: 'U',
  unescapeBytes: 'o',
} as const;

/** One call of a function of the crate. */
export interface CrateCall {
  readonly name: keyof typeof CRATE;
  readonly texts: readonly string[];
}

const MOST_OUTPUT = 1 << 30;
const REFUSED = 0xffffffff;

/**
 * What the crate's functions return, compiled with all its assertions; nothing for a text that a
 * function refuses.
 */
export function answersOfCrate(calls: readonly CrateCall[]): (string[] | undefined)[] {
  const args = ['run', '--quiet', '--locked', '--package', 'rt-querystring', '--example', 'answer'];
  const input = Buffer.concat(calls.flatMap(request));
  const { status, stdout, stderr, error } = spawnSync('cargo', args, { cwd: PACKAGE, input, maxBuffer: MOST_OUTPUT });
  if (error) throw error;
  if (status !== 0) throw new Error(`the example ended with status ${status}: ${stderr}`);
  return readAnswers(stdout, calls.length);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function request({ name, texts }: CrateCall): Buffer[] {
  const listed = texts.flatMap((text) => [number(text.length), Buffer.from(text, 'utf16le')]);
  return [Buffer.from(CRATE[name]), number(texts.length), ...listed];
}

function readAnswers(output: Buffer, count: number): (string[] | undefined)[] {
  let at = 0;
  const next = (): number => {
    at += 4;
    return output.readUInt32LE(at - 4);
  };
  const text = (): string => {
    const end = next() * 2 + at;
    const units = output.toString('utf16le', at, end);
    at = end;
    return units;
  };
  const answers = Array.from({ length: count }, () => {
    const texts = next();
    return texts === REFUSED ? undefined : Array.from({ length: texts }, text);
  });
  if (at !== output.length) throw new Error(`the example wrote ${output.length - at} bytes too many`);
  return answers;
}
