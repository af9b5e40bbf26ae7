import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { script } from '../support/scripts';

interface Target {
  readonly triple: string;
}

interface InspectAddon {
  readonly inspectAddon: (step: string, file: string, target: Target) => Promise<void>;
}

const processors = { x64: 0x01000007, arm64: 0x0100000c };

/** A load command: its number, its length in bytes, and what is in it. */
function loadCommand(number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(number, 0);
  head.writeUInt32LE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}

/** A library for macOS 11.0 that needs the C library, and has nothing but its load commands. */
function library(processor: number, signed: boolean): Buffer {
  const name = Buffer.concat([Buffer.alloc(16), Buffer.from('/usr/lib/libSystem.B.dylib\0\0\0\0\0\0')]);
  name.writeUInt32LE(24, 0);
  const version = Buffer.alloc(16);
  version.writeUInt32LE(0x000b0000, 4);
  const commands = [loadCommand(0xc, name), loadCommand(0x32, version)];
  if (signed) commands.push(loadCommand(0x1d, Buffer.alloc(8)));
  const header = Buffer.alloc(32);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(processor, 4);
  header.writeUInt32LE(commands.length, 16);
  return Buffer.concat([header, ...commands]);
}

test('an addon for macOS on arm64 has to be signed', async (t) => {
  const { inspectAddon } = await script<InspectAddon>('scripts/platforms/inspect-addon.mjs');
  const { targets } = await script<{ readonly targets: Record<string, Target> }>('scripts/platforms/targets.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'addon.node');
  const inspect = (platform: string, processor: number, signed: boolean) => {
    writeFileSync(file, library(processor, signed));
    return inspectAddon('addon', file, targets[platform] as Target);
  };
  await t.notThrowsAsync(inspect('darwin-arm64', processors.arm64, true));
  await t.throwsAsync(inspect('darwin-arm64', processors.arm64, false), { message: /has no signature$/ });
  await t.notThrowsAsync(inspect('darwin-x64', processors.x64, false));
  await t.throwsAsync(inspect('darwin-x64', processors.arm64, true), { message: /is made for aarch64/ });
});
