const { existsSync, writeFileSync } = require('node:fs');

process.on('message', ({ topic, data }) => {
  if (topic === 'crash') process.exit(1);
  process.send({ type: 'process:msg', data: { echo: data.text } });
});
if (!existsSync('started')) writeFileSync('started', '');
setInterval(() => {}, 1_000);
