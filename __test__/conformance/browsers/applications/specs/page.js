// `specs.mjs` is made of the spec files; it imports `rt-std/querystring`, which each bundler
// resolves. A worker's errors come back as its messages do.
const loading = import('./specs.mjs');

globalThis.refused = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  globalThis.refused.push(`${violatedDirective} ${blockedURI}`);
});

globalThis.inPage = async (order) => (await loading).run(order);

globalThis.inWorker = (order) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => (data.report ? resolve(data.report) : reject(data.error));
    worker.onerror = ({ message }) => reject(new Error(`the worker does not start: ${message}`));
    worker.postMessage(order);
  });
