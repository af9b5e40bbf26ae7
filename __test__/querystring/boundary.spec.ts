import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type * as Boundary from '../../ts/binding/querystring-boundary';
import { internal } from '../support/internals';
import { PACKAGE } from '../support/program';

const { Flag, Header, MALFORMED, Source, Table } = internal<typeof Boundary>('binding/querystring-boundary');

const rust = readFileSync(join(PACKAGE, 'crates', 'querystring', 'src', 'batch', 'boundary.rs'), 'utf8');

const camel = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The members of an enumeration: the compiler's object has them the other way round, too. */
const members = (enumeration: object): Record<string, number> =>
  Object.fromEntries(Object.entries(enumeration).filter(([, value]) => typeof value === 'number'));

/** The constants in a part of the file in Rust. */
function constants(part: string): Record<string, number> {
  const found = [...part.matchAll(/^ *(?:pub const )?(\w+)(?:: \w+)? = ([\w :<]+)[;,]$/gm)];
  return Object.fromEntries(found.map(([, name, value]) => [camel(name as string), numberOf(value as string)]));
}

function numberOf(text: string): number {
  if (text === 'u32::MAX') return 0xffffffff;
  const shift = /^(\d+) << (\d+)$/.exec(text);
  return shift ? Number(shift[1]) * 2 ** Number(shift[2]) : Number(text);
}

function part(begin: string): string {
  const start = rust.indexOf(begin);
  return rust.slice(start, rust.indexOf('\n}', start));
}

test('Rust and JavaScript have the same header words', (t) => {
  t.deepEqual(constants(part('pub mod header {')), members(Header));
});

test('Rust and JavaScript have the same flags and sources', (t) => {
  t.deepEqual(constants(part('pub mod flags {')), members(Flag));
  t.deepEqual(constants(part('pub enum Source {')), members(Source));
});

test('Rust and JavaScript have the same table', (t) => {
  const { longestKey, malformed, ...table } = constants(rust.slice(0, rust.indexOf('pub mod flags')));
  t.deepEqual(table, members(Table));
  t.is(malformed, MALFORMED);
  t.true((longestKey as number) > 0);
});
