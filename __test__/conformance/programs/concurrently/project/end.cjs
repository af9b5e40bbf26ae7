// Ends with the code that it is given, once the other command is there, if there is one to wait
// for.
const { existsSync, rmSync } = require('node:fs');

const timer = setInterval(() => {
  if (process.env.WAIT && !existsSync('ready')) return;
  clearInterval(timer);
  rmSync('ready', { force: true });
  process.exitCode = Number(process.argv[2]);
}, 20);
