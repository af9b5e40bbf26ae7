import test from 'ava';
import { inPretendedWindows } from '../../support/pretended-windows';

/** The environment of a child with a channel at descriptor 3, but for our own variables. */
function announced(pairs: readonly string[]): unknown {
  const path = 'child_process/ipc/announce-channel';
  return inPretendedWindows(
    path,
    `((pairs) => {
      exports.announceChannel(pairs, 3, 'advanced');
      return pairs.filter((pair) => !/^RT_\\w+=\\d+$/.test(pair));
    })(${JSON.stringify(pairs)})`,
  );
}

const OURS = ['NODE_CHANNEL_FD=3', 'NODE_CHANNEL_SERIALIZATION_MODE=advanced'];

test('on Windows, where the first of a name counts in any case, nothing stands before what announces a channel', (t) => {
  const names = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'RT_CHANNEL_FD', 'RT_CHANNEL_PARENT_PID'];
  for (const name of [...names, 'RT_STD_PARENT_PID']) {
    for (const spelled of [name, name.toLowerCase(), name.replace('CHANNEL', 'Channel')]) {
      t.deepEqual(announced(['A=1', `${spelled}=other`]), ['A=1', ...OURS], spelled);
    }
  }
  const others = ['NODE_CHANNEL_FDS=1', 'node_channel=2', 'A=NODE_CHANNEL_FD=9', '=NODE_CHANNEL_FD=9'];
  t.deepEqual(announced(others), [...others, ...OURS]);
});
