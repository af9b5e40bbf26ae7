/**
 * Groups of options by the names that `@types/node` gives them, for programs that use these names.
 */

import type { ExecFileOptions, ProcessOptions, SpawnOptions } from '../types/options';
import type { ExecFileSyncOptions } from './exec-sync-signatures';

/** Where a child runs, and as whom. */
export type ProcessEnvOptions = Pick<ProcessOptions, 'cwd' | 'env' | 'gid' | 'uid'>;

/** What every function of the module takes, as far as Node's does too. */
export type CommonOptions = ProcessEnvOptions & Pick<ProcessOptions, 'timeout' | 'windowsHide'>;

/** Options of a child with a channel, and what ends it. */
export type MessagingOptions = Pick<SpawnOptions, 'killSignal' | 'serialization' | 'signal' | 'timeout'>;

/** Options that `spawn()`, `spawnSync()` and the functions above them have in common. */
export type CommonSpawnOptions = CommonOptions &
  MessagingOptions &
  Pick<SpawnOptions, 'argv0' | 'shell' | 'stdio' | 'windowsVerbatimArguments'>;

/** Options that `execSync()` and `execFileSync()` have in common. */
export type CommonExecOptions = CommonOptions &
  Pick<ExecFileSyncOptions, 'encoding' | 'input' | 'killSignal' | 'maxBuffer' | 'stdio'>;

/** Options of `execFile()` with an encoding that is known when it runs only. */
export type ExecFileOptionsWithOtherEncoding = ExecFileOptions;
