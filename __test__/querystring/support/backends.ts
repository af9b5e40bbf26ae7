import { join } from 'node:path';
import * as node from 'node:querystring';
import { pathToFileURL } from 'node:url';
import native from 'rt-std/querystring/native';
import wasm from 'rt-std/querystring/wasm';
import type * as NodeVersion from '../../../ts/node-version';
import type * as Create from '../../../ts/querystring/create';
import type * as NodePlatform from '../../../ts/querystring/node-platform';
import { internal } from '../../support/internals';

/** The module as both sides have it, loosely typed: the specs hand it what its types forbid. */
export interface Module {
  unescapeBuffer(...values: unknown[]): unknown;
  unescape(...values: unknown[]): unknown;
  escape(...values: unknown[]): unknown;
  stringify(...values: unknown[]): unknown;
  encode(...values: unknown[]): unknown;
  parse(...values: unknown[]): unknown;
  decode(...values: unknown[]): unknown;
}

/** Node's own module, the oracle. */
export const oracle = (node as unknown as { default?: Module }).default ?? (node as unknown as Module);

/** A backend under test. */
export interface Tested {
  readonly name: string;
  readonly module: Module;
}

const { isNodeSince } = internal<typeof NodeVersion>('node-version');
/** What runs without Node has the rules of Node 20, some of which Node 26.12 has changed. */
export const HAS_RULES_OF_NODE_20 = !isNodeSince(26, 12);

/** `RT_QUERY_BACKENDS`: a list of names, separated by commas; default: all of them. */
const WANTED = process.env.RT_QUERY_BACKENDS?.split(',');

/** The names of the backends. A browser has one (`__test__/conformance/browsers/backends.ts`). */
export const BACKENDS: readonly string[] = [
  'native',
  'wasm',
  'typescript',
  ...(HAS_RULES_OF_NODE_20 ? ['browser', 'react-native'] : []),
].filter((name) => WANTED?.includes(name) ?? true);
if (BACKENDS.length === 0) throw new Error(`RT_QUERY_BACKENDS names no backend: ${WANTED}`);

/** Those whose `unescapeBuffer` returns bytes that are no Buffer. */
export const WITHOUT_BUFFER: readonly string[] = ['browser', 'react-native'];

const { createQuerystring } = internal<typeof Create>('querystring/create');
const { nodePlatform } = internal<typeof NodePlatform>('querystring/node-platform');
/** What Node's entry is where there is neither addon nor WebAssembly. */
const typescript = createQuerystring(() => undefined, nodePlatform);

async function bundle(name: string): Promise<Module> {
  const file = pathToFileURL(join(__dirname, '..', '..', '..', '..', 'dist', 'browser', `${name}.mjs`));
  return ((await import(file.href)) as { default: Module }).default;
}

/**
 * Every backend: the addon, the WebAssembly of Node, TypeScript in Node, and the bundles for
 * browsers and for React Native, which is all TypeScript.
 */
export async function backends(): Promise<readonly Tested[]> {
  const all = [
    { name: 'native', module: native as unknown as Module },
    { name: 'wasm', module: wasm as unknown as Module },
    { name: 'typescript', module: typescript as unknown as Module },
    { name: 'browser', module: await bundle('querystring') },
    { name: 'react-native', module: await bundle('react-native') },
  ];
  return all.filter(({ name }) => BACKENDS.includes(name));
}
