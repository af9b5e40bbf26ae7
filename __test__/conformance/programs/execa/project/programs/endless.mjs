#!/usr/bin/env node
console.log('ready');
setInterval(() => {}, 1_000);
