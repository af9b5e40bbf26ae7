// Reads hostile frames as a parent, or as a child with our end of the channel: `parent|child
// <format> <frames> <seed> [<relay that adds descriptors>]`. Ends with 0 when all have been read.
const { spawn } = require('node:child_process');
const { readdirSync } = require('node:fs');
const path = require('node:path');

const [victim, format, ...others] = process.argv.slice(2);
const [count, seed] = others.map(Number);
/** Set for a reader in another place. */
const RELAY = victim === 'reader' ? '' : (others[2] ?? '');
const PEER = path.join(__dirname, 'hostile-peer.cjs');
const OVERRIDE = path.join(__dirname, '..', '..', 'dist', 'override');
/** Frames in a round, half of them at most, after which the channel is closed. */
const ROUND = Math.min(500_000, Math.ceil(count / 2));
/** One piece in so many has descriptors. */
const PIECES_PER_DESCRIPTORS = 20;
/** What memory may grow by after the first rounds. */
const MOST_GROWTH = 150 * 1024 ** 2;

process.on('uncaughtException', (error) => {
  console.error('an exception that nobody caught:', error);
  process.exit(1);
});
// A warning for each would hide what matters.
process.removeAllListeners('warning');

async function main() {
  let first = 0;
  let left = count;
  for (let round = 0; left > 0; round++) {
    const frames = Math.min(left, ROUND);
    const noise = round % 2;
    await (victim === 'parent' ? asParent(frames, seed + round, noise) : asChild(frames, seed + round, noise));
    // Short rounds that end with noise.
    for (let short = 0; short < 5 && noise; short++) {
      const own = seed + 7919 * (round + 1) + short;
      await (victim === 'parent' ? asParent(20, own, 1) : asChild(20, own, 1));
    }
    left -= frames;
    const { rss } = process.memoryUsage();
    if (round === 3) first = rss;
    if (round > 3 && rss > first + MOST_GROWTH) throw new Error(`memory has grown from ${first} to ${rss}`);
  }
}

/** The command of the peer, with the channel at its descriptor 3. */
function peerCommand(frames, own, noise) {
  const peer = (descriptor) => `'${process.execPath}' '${PEER}' ${descriptor} ${format} ${frames} ${own} ${noise}`;
  // With the variable, Node in the child would open the channel itself.
  if (!RELAY) return `unset NODE_CHANNEL_FD; exec ${peer(3)}`;
  return `unset NODE_CHANNEL_FD; ${peer(1)} 3<&- | exec '${RELAY}' 3 ${own} ${PIECES_PER_DESCRIPTORS}`;
}

/** Our parent; the child writes what it likes. */
async function asParent(frames, own, noise) {
  const { spawn: ours } = require('../../dist/child_process');
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = ours('sh', ['-c', peerCommand(frames, own, noise)], { stdio, serialization: format });
  await read(child, frames, noise, () => child.kill('SIGKILL'));
}

/** Our end in a child; the parent writes what it likes. */
function asChild(frames, own, noise) {
  return new Promise((resolve, reject) => {
    // As with a parent of ours, which sends no descriptors but those of its handles.
    const named = RELAY ? {} : { RT_STD_PARENT_PID: process.pid };
    const reader = spawn(process.execPath, ['--require', OVERRIDE, __filename, 'reader', format, frames, noise], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      env: { ...process.env, NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: format, ...named },
    });
    // The peer gets this process's end of the pipe as its descriptor 3.
    const peer = spawn('sh', ['-c', peerCommand(frames, own, noise)], {
      stdio: ['ignore', 'inherit', 'inherit', reader.stdio[3]],
    });
    reader.stdio[3].destroy();
    reader.on('exit', (code, signal) => {
      peer.kill('SIGKILL');
      if (code === 0) resolve();
      else reject(new Error(`the reader ended with ${code ?? signal}`));
    });
  });
}

/** Reads until the last frame, or with noise until the channel ends. */
function read(channel, frames, noise, end = () => {}) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('it hangs')), 60_000 + frames);
    let isComplete = Boolean(noise);
    channel.on('error', (error) => process.env.RT_HOSTILE_VERBOSE && console.error(error));
    channel.on('message', (message, handle) => {
      (handle?.destroy ?? handle?.close)?.call(handle);
      if (message?.last !== true) return;
      isComplete = true;
      channel.disconnect();
    });
    channel.on('internalMessage', (_message, handle) => (handle?.destroy ?? handle?.close)?.call(handle));
    channel.on('disconnect', () => {
      clearTimeout(limit);
      end();
      // A channel whose descriptors are not what they should be may end before.
      if (isComplete) setImmediate(checkDescriptors, resolve, reject);
      else reject(new Error('the channel ended before the last frame'));
    });
  });
}

/** Descriptors of this process before the first round. */
let usual;

/** What came is closed again, within a moment. */
function checkDescriptors(resolve, reject, left = 100) {
  const now = readdirSync('/proc/self/fd').length;
  usual ??= now;
  if (now <= usual + 5) resolve();
  else if (left === 0) reject(new Error(`${now} descriptors are open, and were ${usual}`));
  else setTimeout(checkDescriptors, 50, resolve, reject, left - 1);
}

if (victim === 'reader') {
  // The last frames of noise may close the channel with a warning.
  read(process, count, seed).then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
} else {
  main().then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
}
