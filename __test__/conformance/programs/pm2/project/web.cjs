const { createServer } = require('node:http');

createServer((_, response) => response.setHeader('connection', 'close').end(String(process.pid))).listen(
  Number(process.env.WEB_PORT),
  '127.0.0.1',
  () => process.send('ready'),
);
process.on('SIGINT', () => process.exit());
