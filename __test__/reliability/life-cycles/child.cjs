// A forked child: sends back what comes until the channel ends, or ends at once.
if (process.argv[2] === 'echo') {
  // The parent may be gone.
  process.on('message', (message) => process.send(message, () => {}));
  console.log('ready');
}
