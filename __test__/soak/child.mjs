/**
 * The other end: its argument is the plan, as JSON. At the end it sends how much memory it
 * had at most.
 */
import { exchange } from './peer.mjs';

let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
}, 100);
await exchange(process, JSON.parse(process.argv[2]));
clearInterval(sampling);
// Node's own end drops at `disconnect` what has not left.
process.send({ mostMemory }, () => process.disconnect());
