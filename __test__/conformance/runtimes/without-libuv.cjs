// To be preloaded in Node: lets the addon watch descriptors as in Bun and Deno, so that what it
// does there is compared with Node's module in one process.
//
// The package is loaded before that, since it keeps what `process` says of the runtime then.
require('../../../dist/querystring/native').parse('loads=the&addon=%20');
// Where all copies of this build find it, in Node: a child of another runtime has nothing to hide.
const { 'rt-std': shared } = process;
const addon = Object.keys(shared).find((name) => name.startsWith('addon '));
if (addon !== undefined) {
  const { versions } = process;
  const show = (value) => Object.defineProperty(process, 'versions', { value, configurable: true, enumerable: true });
  show({ ...versions, deno: 'this is Node' });
  // Its first function for processes decides. There is no such child.
  shared[addon].killChild(0, 0);
  show(versions);
}
