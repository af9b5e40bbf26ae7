/**
 * Prints the results of calls with a module, for the comparison with another runtime:
 *
 *   <runtime> answers.js <module> <first seed> <count>
 *
 * `module` is a specifier or the URL of one.
 */
import { createHash } from 'node:crypto';
import { argv } from 'node:process';
import { answerLines } from './answer-lines';
import type { Module } from './backends';

function shortened(line: string): string {
  return line.length <= 300 ? line : `${line.slice(0, 200)}… ${createHash('sha1').update(line).digest('hex')}`;
}

async function main(specifier: string, first: number, count: number): Promise<void> {
  const loaded = (await import(specifier)) as { default: Module };
  console.log(Array.from(answerLines(loaded.default, first, count), shortened).join('\n'));
}

main(argv[2] as string, Number(argv[3]), Number(argv[4]));
