/**
 * The other end: `echo` sends every message back, `count` counts them until the word "end". First
 * it says who serves its channel.
 */
const behaviours = {
  echo(message) {
    process.send(message);
  },
  count(message) {
    if (message === 'end') {
      process.send({ count, ordered });
      count = 0;
      ordered = true;
    } else {
      ordered &&= message.index === count;
      count += 1;
    }
  },
};

let count = 0;
let ordered = true;
process.on('message', behaviours[process.argv[2]]);
const [option, preload] = process.execArgv;
process.send({ isChannelOurs: option === '--require' && require(preload).isChannelOurs() });
