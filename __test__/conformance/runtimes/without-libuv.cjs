// To be preloaded in Node: lets the addon watch descriptors as in Bun and Deno, so that what it
// does there is compared with Node's module in one process.
//
// The package is loaded before that, since it keeps what `process` says of the runtime then.
const { killChild } = require('../../../build/binding').loadAddon();
const { versions } = process;
const show = (value) => Object.defineProperty(process, 'versions', { value, configurable: true, enumerable: true });
show({ ...versions, deno: 'this is Node' });
// Its first function for processes decides. There is no such child.
killChild(0, 0);
show(versions);
