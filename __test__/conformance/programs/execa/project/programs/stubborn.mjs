#!/usr/bin/env node
process.on('SIGTERM', () => {});
console.log('ready');
setInterval(() => {}, 1_000);
