// Formats everything and applies the fixes of the linter that are safe: `npm run format`.
import { join } from 'node:path';
import { installDependencies } from '../build/dependencies.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { main } from '../run/failure.mjs';
import { root } from '../run/project.mjs';

await main(async () => {
  await installDependencies();
  const env = toolEnvironment();
  const biome = join(root, 'node_modules', '.bin', 'biome');
  await run('format of TypeScript', biome, ['check', '--write', '--colors=off'], { env });
  const rust = { env, remedy: 'rustup component add rustfmt' };
  await run('format of Rust', 'cargo', ['fmt', '--all'], rust);
  const example = join(root, 'examples', 'rust-and-node', 'Cargo.toml');
  await run("format of the example's Rust", 'cargo', ['fmt', '--manifest-path', example], rust);
});
