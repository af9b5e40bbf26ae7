// Writes frames to the descriptor that its arguments name, and reads what comes without looking at
// it: `<descriptor> <format> <frames> <seed> <with noise>`.
const { Socket } = require('node:net');
const { HostileFrames } = require('./hostile-frames.cjs');

const [descriptor, format, count, seed, noise] = process.argv
  .slice(2)
  .map((value, index) => (index === 1 ? value : Number(value)));
const frames = new HostileFrames(seed, format);
const socket = new Socket({ fd: descriptor });
socket.on('error', () => process.exit());
socket.on('close', () => process.exit());
socket.resume();
let left = count;

function writeSome() {
  for (;;) {
    const parts = [];
    for (let bytes = 0; bytes < 65_536 && left > 0; left--) {
      const frame = frames.frame();
      parts.push(frame);
      bytes += frame.length;
    }
    if (left === 0) {
      if (noise) parts.push(frames.noise(), frames.noise(), frames.noise());
      else parts.push(frames.encode({ last: true }));
      socket.write(Buffer.concat(parts));
      if (noise) socket.end();
      return;
    }
    if (!socket.write(Buffer.concat(parts))) {
      socket.once('drain', writeSome);
      return;
    }
  }
}
writeSome();
