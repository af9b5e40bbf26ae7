const { execFileSync } = require('node:child_process');

process.stdout.write(execFileSync('printf', ['started']));
