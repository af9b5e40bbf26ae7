import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { describeError, type Module, recordUntilClose } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

/** A child whose handle says that the kernel refused to start it. */
type Refused = ReturnType<Module['spawn']> & {
  _handle: { spawn(): unknown } | null;
  spawn(options: object): number;
};

async function outcomeOf(module: Module, errno: number): Promise<unknown> {
  const child = new module.ChildProcess() as unknown as Refused;
  const refusal = { error: -errno, failedStep: 0, pid: 0, id: 0, pipes: [] };
  if (child._handle) child._handle.spawn = () => (module === theirs ? -errno : refusal);
  try {
    const returned = child.spawn({ file: 'program', args: ['program', 'a'], stdio: 'ignore' });
    return { returned, events: await recordUntilClose(child), handle: child._handle, exitCode: child.exitCode };
  } catch (error) {
    return { thrown: describeError(error), handle: child._handle, exitCode: child.exitCode };
  }
}

/** The system's errors. On Windows `os.constants` has other numbers than Node's functions give. */
const NUMBERS =
  process.platform === 'win32'
    ? Array.from(getSystemErrorMap(), ([number, [name]]): [string, number] => [name, -number])
    : Object.entries(constants.errno);

for (const [name, errno] of NUMBERS) {
  test(`a spawn that fails with ${name} is an event or thrown as in Node`, async (t) => {
    await sameAsNode(t, (module) => outcomeOf(module, errno));
  });
}

test('of these, the everyday ones are events', async (t) => {
  const events = [];
  for (const [name, errno] of NUMBERS) {
    if ('events' in ((await outcomeOf(ours, errno)) as object)) events.push(name);
  }
  const also = process.platform === 'win32' ? [] : ['EWOULDBLOCK'];
  t.deepEqual(events.sort(), ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT', ...also]);
});
