// Writes frames to the descriptor that its arguments name: `<descriptor> <format> <frames> <seed>
// <with noise>`. Unless that is its standard output, it reads what comes without looking at it.
const { Socket } = require('node:net');
const { HostileFrames } = require('./hostile-frames.cjs');

/**
 * So many frames are made, which are then sent in another order again and again: making one takes
 * longer than reading it.
 */
const DIFFERENT = 20_000;
const PIECE = 65_536;
const STANDARD_OUTPUT = 1;

const [descriptor, format, count, seed, noise] = process.argv
  .slice(2)
  .map((value, index) => (index === 1 ? value : Number(value)));
const frames = new HostileFrames(seed, format);
const socket = new Socket({ fd: descriptor, readable: descriptor !== STANDARD_OUTPUT });
socket.on('error', () => process.exit());
socket.on('close', () => process.exit());
if (descriptor !== STANDARD_OUTPUT) socket.resume();

const made = count < DIFFERENT ? [] : [...frames.everyField()];
while (made.length < Math.min(count, DIFFERENT)) made.push(frames.frame());
const bytes = Buffer.concat(made);
/** Where each frame begins, and the end of the last. */
const places = [0];
for (const frame of made) places.push(places.at(-1) + frame.length);
let left = count;

/**
 * Some frames that lie behind each other, of about 64 KiB; first of all those that have each field.
 */
let first = 0;
function nextFrames() {
  const start = first;
  let end = start;
  while (end < made.length && end - start < left && places[end] - places[start] < PIECE) end++;
  left -= end - start;
  first = left + made.length > count ? end : frames.below(made.length);
  if (first === made.length) first = 0;
  return bytes.subarray(places[start], places[end]);
}

function writeSome() {
  while (left > 0) {
    if (!socket.write(nextFrames())) {
      socket.once('drain', writeSome);
      return;
    }
  }
  if (noise) socket.write(Buffer.concat([frames.noise(), frames.noise(), frames.noise()]));
  else socket.write(frames.encode({ last: true }));
  if (noise || descriptor === STANDARD_OUTPUT) socket.end();
}
writeSome();
