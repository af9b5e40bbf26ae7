import test from 'ava';
import { internal } from '../../support/internals';

interface Plan {
  planStdio(stdio: unknown, synchronous: boolean): { entries: object[]; channel: number | undefined };
}

interface State {
  processState: { model?: 'node' | undefined };
}

const { planStdio } = internal<Plan>('child_process/stdio/plan');
const { processState } = internal<State>('process-state');

const PIPES = [{ type: 'pipe' }, { type: 'pipe' }, { type: 'pipe' }];
const NULL_DEVICE = { type: 'ignore' };

test('at least the standard streams are planned, in the caller’s own array too, as Node does', (t) => {
  const given: unknown[] = [];
  t.deepEqual(planStdio(given, false), { entries: PIPES, channel: undefined });
  t.is(given.length, 3);
});

test('a channel is found at its position', (t) => {
  const { entries, channel } = planStdio(['ignore', 'ignore', 'ignore', 'ignore', 'ipc'], false);
  t.deepEqual([channel, entries[4]], [4, { type: 'pipe', ipc: true }]);
  t.is(planStdio('pipe', false).channel, undefined);
});

test('a negative number is a pipe, a stream is its descriptor', (t) => {
  t.deepEqual(planStdio([-1, { fd: 7 }, process.stderr], false).entries, [
    { type: 'pipe' },
    { type: 'fd', fd: 7 },
    { type: 'fd', fd: 2 },
  ]);
});

test('sparse arrays have defaults in their holes', (t) => {
  const sparse = new Array(5);
  sparse[1] = 'inherit';
  t.deepEqual(planStdio(sparse, false).entries, [
    { type: 'pipe' },
    { type: 'inherit', fd: 1 },
    { type: 'pipe' },
    NULL_DEVICE,
    NULL_DEVICE,
  ]);
});

test.serial("beyond the standard streams the words of the reference hold, or Node's under the override", (t) => {
  const beyond = () => planStdio([0, 1, 2, 'ignore', undefined, 'inherit'], false).entries.slice(3);
  t.deepEqual(beyond(), [NULL_DEVICE, NULL_DEVICE, NULL_DEVICE]);
  processState.model = 'node';
  t.deepEqual(beyond(), [{ type: 'closed' }, { type: 'closed' }, { type: 'inherit', fd: 5 }]);
  processState.model = undefined;
  t.deepEqual(beyond(), [NULL_DEVICE, NULL_DEVICE, NULL_DEVICE]);
});
