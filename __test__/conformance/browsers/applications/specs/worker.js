const loading = import('./specs.mjs');

globalThis.onmessage = async ({ data }) => {
  try {
    postMessage({ report: await (await loading).run(data) });
  } catch (error) {
    postMessage({ error });
  }
};
