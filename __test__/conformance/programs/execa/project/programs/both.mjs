#!/usr/bin/env node
process.stdout.write('out\n', () => process.stderr.write('err\n'));
