console.log('ready');
require('node:fs').writeFileSync('ready', '');
setInterval(() => {}, 1_000);
