// Sends back what it gets: a message as it is, a socket by writing to it, or itself when that is
// asked for. Ends as the last message says.
process.on('message', (message, handle) => {
  if (message.end === 'disconnect') process.disconnect();
  else if (message.end === 'exit') process.exit(7);
  else if (message.back) process.send(message, handle);
  else if (handle) {
    handle.end(message.text);
    process.send({ index: message.index, passed: true });
  } else process.send(message);
});
// Its parent may be gone.
process.on('error', () => {});
