// What compiles with Node's modules and our names in the place of theirs: options are changed after
// they were made, and given to Node's functions.
import * as nodes from 'node:child_process';
import type * as nodesQuerystring from 'node:querystring';
import * as ours from 'rt-std/child_process';
import * as querystring from 'rt-std/querystring';

const parse: querystring.ParseOptions = {};
parse.maxKeys = 5;
parse.decodeURIComponent = (text) => text;
const stringify: querystring.StringifyOptions = {};
stringify.encodeURIComponent = (text) => text;
const input: querystring.ParsedUrlQueryInput = {};
input.a = ['b'];
const frozen: { readonly [key: string]: readonly string[] } = input as { readonly [key: string]: readonly string[] };
export const texts = [querystring.parse('a', '&', '=', parse), querystring.stringify(frozen, '&', '=', stringify)];
export const queryOptions: [nodesQuerystring.ParseOptions, nodesQuerystring.StringifyOptions] = [parse, stringify];
export const queryInput: nodesQuerystring.ParsedUrlQueryInput = input;

export const fork: nodes.ForkOptions = {} as ours.ForkOptions;
export const spawn: nodes.SpawnOptions = {} as ours.SpawnOptions;
export const piped: nodes.SpawnOptionsWithoutStdio = {} as ours.SpawnOptionsWithoutStdio;
export const tuple: nodes.SpawnOptionsWithStdioTuple<'pipe', 'pipe', 'ignore'> = {} as ours.SpawnOptionsWithStdioTuple<
  'pipe',
  'pipe',
  'ignore'
>;
export const exec: nodes.ExecOptions = {} as ours.ExecOptions;
export const execFile: nodes.ExecFileOptions = {} as ours.ExecFileOptions;
export const spawnSync: nodes.SpawnSyncOptions = {} as ours.SpawnSyncOptions;
export const execSync: nodes.ExecSyncOptions = {} as ours.ExecSyncOptions;
export const execFileSync: nodes.ExecFileSyncOptions = {} as ours.ExecFileSyncOptions;
export const common: nodes.CommonOptions = {} as ours.CommonOptions;
export const stdio: nodes.StdioOptions = {} as ours.StdioOptions;

export function pass(options: ours.SpawnOptions): nodes.ChildProcess {
  return nodes.spawn('a', [], options);
}

// Our functions take more than the types that options have elsewhere.
const words = ['a'] as const;
ours.fork('a', words, { execArgv: words });
ours.spawn('a', words, { cwd: null, env: null }).stdout.setEncoding('utf8');
ours.spawn('a', { cwd: new Uint8Array(1), stdio: ['ignore', 'pipe', 'pipe'] }).stdout.setEncoding('utf8');
ours.spawn('a', words, { stdio: ['ignore', { fd: 1 }, 'pipe'] });
ours.spawnSync('a', words, { stdio: [new Uint8Array(1)], cwd: null, encoding: 'utf8' }).stdout.trim();
ours.execFileSync('a', words, { stdio: ['pipe', { fd: 1 }], env: null }).fill(0);
ours.exec('a', { cwd: null }, (_error, text) => text.trim());
ours.execFile('a', words, { cwd: null }, (_error, text) => text.trim());
