#!/usr/bin/env node
for (const line of ['one', 'two', 'three']) console.log(line);
