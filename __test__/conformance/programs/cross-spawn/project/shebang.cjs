#!/usr/bin/env node
console.log('started by its first line');
process.exitCode = 4;
