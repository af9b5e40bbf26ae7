import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ours } from '../../support/modules';
import { PACKAGE } from '../../support/program';

test('nobody else can connect to a channel or a pipe: their sockets have no name', async (t) => {
  const child = ours.fork(join(PACKAGE, '__test__', 'fixtures', 'ipc-echo.js'), [], { silent: true });
  child.send('started');
  await once(child, 'message');
  const ends = [0, 1, 2, 3].map((number) => readlinkSync(`/proc/${child.pid}/fd/${number}`));
  const lines = readFileSync('/proc/net/unix', 'utf8').trim().split('\n').slice(1);
  // Num, RefCount, Protocol, Flags, Type, St, Inode, and the name when there is one.
  const names = new Map(lines.map((line) => line.trim().split(/\s+/)).map((fields) => [fields[6], fields[7]]));
  for (const end of ends) {
    const inode = /^socket:\[(\d+)\]$/.exec(end)?.[1];
    t.true(names.has(inode), `${end} is a Unix socket`);
    t.is(names.get(inode), undefined);
  }
  child.send('disconnect');
  await once(child, 'close');
});
