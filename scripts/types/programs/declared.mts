// What a library exports without saying its type: the declarations of the library name it.
import { promisify } from 'node:util';
import both, * as bothNames from 'rt-std';
import * as backend from 'rt-std/backend';
import childProcess, * as names from 'rt-std/child_process';
import * as override from 'rt-std/override';
import * as pty from 'rt-std/pty';
import querystring, * as querystringNames from 'rt-std/querystring';
import native from 'rt-std/querystring/native';
import * as pairs from 'rt-std/querystring/pairs';
import wasm from 'rt-std/querystring/wasm';

const { exec, execFile, execFileSync, execSync, fork, killTree, spawn, spawnSync } = names;

export const execAsync = promisify(exec);
export const execFileAsync = promisify(execFile);
export const output = () => execAsync('a');
export const awaited = async () => execFileAsync('a', { encoding: 'buffer' });
export const kit = { exec, execFile, execFileSync, execSync, fork, killTree, spawn, spawnSync };
export const copies = [{ ...names }, { ...childProcess }, { ...both }, { ...bothNames }];
export const modules = { both, bothNames, childProcess, names, pty, backend, override, pairs };
export const codecs = { querystring, querystringNames, native, wasm, parse: querystring.parse };
export const query = querystring.parse('a');
export const originals = override.originalModules();

export const child = spawn('a');
export const forked = fork('a');
export const piped = spawn('a', { stdio: ['pipe', 'ignore', 'pipe'] });
export const { terminal } = spawn('a', { terminal: {} });
export const modes = () => terminal.modes;
export const streams = () => [child.stdio, forked.stdio, piped.stderr];
export const methods = { send: child.send, on: child.on, once: child.once, spawn: child.spawn, kill: child.killTree };
export const state = { channel: child.channel, containment: child.containment, usage: child.resourceUsage() };
export const results = [spawnSync('a'), execFileSync('a'), execSync('a'), spawnSync('a', { encoding: 'utf8' })];
export const Class = names.ChildProcess;
export class Extended extends names.ChildProcess {}
export const withOptions = (options: names.SpawnOptions) => ({ ...options, detached: true });
export const limitsOf = (options: names.ForkOptions) => options.limits;
export const firstArguments = (...given: Parameters<typeof spawn>) => given;
export const terminals = () => pty.spawn('sh', [], {});
