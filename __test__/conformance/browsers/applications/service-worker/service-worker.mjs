// A classic script once it is bundled: it has neither `import()` nor `await` at the top level.
import { run } from '../specs/specs.mjs';

globalThis.onmessage = (event) => {
  const [port] = event.ports;
  const report = (async () => run(event.data))();
  event.waitUntil(
    report.then(
      (done) => port.postMessage({ report: done }),
      (error) => port.postMessage({ error }),
    ),
  );
};
