import { getCancelSignal, sendMessage } from 'execa';

const signal = await getCancelSignal();
await sendMessage('ready');
await new Promise((resolve) => {
  const timer = setInterval(() => {}, 1_000);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    resolve();
  });
});
await sendMessage(`cancelled: ${signal.reason.message}`);
process.exitCode = 0;
