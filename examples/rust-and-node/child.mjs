/**
 * The child of `src/bin/parent.rs`: renders pages. It is an ordinary program of Node: to it, the
 * parent is one that has called `fork`.
 */
process.on('message', ({ id, name }) => {
  process.send({ id, html: `<h1>Hello, ${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}!</h1>` });
});

// With the channel, the last thing goes that keeps this program running.
process.on('disconnect', () => console.log('the child has no more pages'));
