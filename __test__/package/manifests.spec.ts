import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly main: string;
  readonly files: readonly string[];
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc?: readonly string[];
  readonly engines: { readonly node: string };
  readonly optionalDependencies?: Record<string, string>;
  readonly napi: { readonly binaryName: string; readonly targets: readonly string[] };
}

const root = join(__dirname, '..', '..', '..');
const readManifest = (...path: readonly string[]): Manifest =>
  JSON.parse(readFileSync(join(root, ...path, 'package.json'), 'utf8'));

/** Rust's names of the targets in package.json, and what npm calls the same thing. */
const platforms: Readonly<Record<string, { folder: string; os: string; cpu: string; libc?: string }>> = {
  'x86_64-unknown-linux-gnu': { folder: 'linux-x64-gnu', os: 'linux', cpu: 'x64', libc: 'glibc' },
  'x86_64-unknown-linux-musl': { folder: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  'aarch64-unknown-linux-gnu': { folder: 'linux-arm64-gnu', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  'aarch64-unknown-linux-musl': { folder: 'linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  'x86_64-apple-darwin': { folder: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  'aarch64-apple-darwin': { folder: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  'x86_64-pc-windows-gnu': { folder: 'win32-x64-gnu', os: 'win32', cpu: 'x64' },
  'x86_64-pc-windows-msvc': { folder: 'win32-x64-msvc', os: 'win32', cpu: 'x64' },
};

const main = readManifest();

test('every target of package.json has a folder under npm/, and no other folder is there', (t) => {
  const wanted = main.napi.targets.map((target) => platforms[target]?.folder ?? `unknown: ${target}`);
  t.deepEqual(readdirSync(join(root, 'npm')).sort(), wanted.sort());
});

test("the repository's own manifest names no platform package, so that npm ci needs none", (t) => {
  t.is(main.optionalDependencies, undefined);
});

for (const target of main.napi.targets) {
  test(`the manifest for ${target} says where npm may install it and what it holds`, (t) => {
    const platform = platforms[target];
    if (platform === undefined) return t.fail(`unknown target ${target}`);
    const manifest = readManifest('npm', platform.folder);
    const file = `${main.napi.binaryName}.${platform.folder}.node`;
    t.is(manifest.name, `${main.name}-${platform.folder}`);
    t.is(manifest.version, main.version);
    t.is(manifest.license, main.license);
    t.deepEqual(manifest.engines, main.engines);
    t.deepEqual(manifest.os, [platform.os]);
    t.deepEqual(manifest.cpu, [platform.cpu]);
    t.deepEqual(manifest.libc, platform.libc === undefined ? undefined : [platform.libc]);
    t.is(manifest.main, file);
    t.deepEqual(manifest.files, [file]);
    t.true(readFileSync(join(root, 'npm', platform.folder, 'README.md'), 'utf8').includes(target));
  });
}
