/** Starts the service worker, and asks it for the results of the specs. */
globalThis.inServiceWorker = async (order) => {
  const { serviceWorker } = navigator;
  await serviceWorker.register('./service-worker.js');
  const { active } = await serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => (data.report ? resolve(data.report) : reject(data.error));
    active.postMessage(order, [port2]);
  });
};
