// To be preloaded in Node: lets the addon watch descriptors as in Bun and Deno, so that what it
// does there is compared with Node's module in one process.
const { versions } = process;
const show = (value) => Object.defineProperty(process, 'versions', { value, configurable: true, enumerable: true });
show({ ...versions, deno: 'this is Node' });
// Its first function for processes decides. There is no such child.
require('../../../build/binding').loadAddon().killChild(0, 0);
show(versions);
