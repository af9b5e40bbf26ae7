// The child of `async_parent.rs`: squares numbers, each after a different delay, so that answers
// come in another order than questions.
process.on('message', ({ id, number }) => {
  setTimeout(() => process.send({ id, square: number * number, from: process.pid }), (id * 7) % 20);
});
