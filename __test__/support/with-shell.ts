import test, { type ExecutionContext } from 'ava';

const HAS_SHELL = process.platform !== 'win32';

/** Declares a test that starts `sh`, or another program that Windows does not have. */
export function testWithShell(title: string, implementation: (t: ExecutionContext) => void | Promise<void>): void {
  if (HAS_SHELL) test(title, implementation);
  else test.skip(`${title} (skipped: starts a program that Windows does not have)`, implementation);
}
