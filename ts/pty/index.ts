/**
 * Programs in terminals, with the API of node-pty: a program that uses that package changes one
 * import.
 *
 * @packageDocumentation
 */
import { invalidArgumentType } from '../errors';
import { isArray } from '../realm/primordials';
import { Program } from './program';
import type * as types from './types';

function spawn(file?: string, args?: readonly string[], options?: types.IPtyForkOptions): types.IPty {
  if (args != null && !isArray(args)) throw invalidArgumentType('args', 'Array', args);
  return new Program(file || 'sh', args ?? [], options ?? {});
}

/** The functions of the module. */
const pty: types.Pty = { spawn };

declare namespace pty {
  type IBasePtyForkOptions = types.IBasePtyForkOptions;
  type IDisposable = types.IDisposable;
  type IEvent<Value> = types.IEvent<Value>;
  type IPty = types.IPty;
  type IPtyForkOptions = types.IPtyForkOptions;
  type Pty = types.Pty;
}

export = pty;
