import test from 'ava';
import { internal } from '../../support/internals';

interface Shell {
  shellCommand(
    command: string,
    shell: string | true,
    platform: string,
    environment: Record<string, string>,
  ): { file: string; args: string[]; verbatim: boolean };
}

const { shellCommand } = internal<Shell>('child_process/arguments/shell');

const POSIX_ARGUMENTS = ['-c', 'echo "hi"'];
const CMD_ARGUMENTS = ['/d', '/s', '/c', '"echo "hi""'];

/** What runs `echo "hi"` by shell, platform and environment (docs/api/child_process.md, "exec"). */
const VECTORS: [string | true, string, Record<string, string>, string, string[], boolean][] = [
  [true, 'linux', {}, '/bin/sh', POSIX_ARGUMENTS, false],
  [true, 'darwin', { ComSpec: 'ignored.exe' }, '/bin/sh', POSIX_ARGUMENTS, false],
  [true, 'android', {}, '/system/bin/sh', POSIX_ARGUMENTS, false],
  ['/bin/bash', 'linux', {}, '/bin/bash', POSIX_ARGUMENTS, false],
  ['cmd.exe', 'linux', {}, 'cmd.exe', POSIX_ARGUMENTS, false],
  [true, 'win32', {}, 'cmd.exe', CMD_ARGUMENTS, true],
  [true, 'win32', { ComSpec: 'C:\\Windows\\system32\\cmd.exe' }, 'C:\\Windows\\system32\\cmd.exe', CMD_ARGUMENTS, true],
  [true, 'win32', { comspec: 'CMD' }, 'CMD', CMD_ARGUMENTS, true],
  [true, 'win32', { ComSpec: 'powershell.exe' }, 'powershell.exe', POSIX_ARGUMENTS, false],
  ['cmd', 'win32', {}, 'cmd', CMD_ARGUMENTS, true],
  ['C:\\tools\\CMD.EXE', 'win32', {}, 'C:\\tools\\CMD.EXE', CMD_ARGUMENTS, true],
  ['C:\\tools\\notcmd.exe', 'win32', {}, 'C:\\tools\\notcmd.exe', POSIX_ARGUMENTS, false],
  ['bash', 'win32', {}, 'bash', POSIX_ARGUMENTS, false],
];

for (const [shell, platform, environment, file, args, verbatim] of VECTORS) {
  test(`shell ${shell} on ${platform} with ${JSON.stringify(environment)}`, (t) => {
    t.deepEqual(shellCommand('echo "hi"', shell, platform, environment), { file, args, verbatim });
  });
}
