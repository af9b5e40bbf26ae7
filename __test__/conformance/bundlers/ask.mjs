import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';

const limit = 20_000;

/**
 * Runs a server that is a file, asks it once and waits for its end.
 *
 * @param {string} file
 * @param {Record<string, string>} [variables] for its environment
 * @returns {Promise<{ answer: any, errors: string }>} what it answers, and what it writes to stderr
 */
export async function ask(file, variables = {}) {
  // Elsewhere than the file is: nothing may depend on the working directory.
  const child = spawn(process.execPath, [file], {
    cwd: dirname(process.execPath),
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  const closed = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  try {
    const port = await portOf(child);
    assert.ok(port, `${file} has not started: ${errors}`);
    const response = await fetch(`http://127.0.0.1:${port}/?text=%C3%A9+x&a=1&a=2`, {
      signal: AbortSignal.timeout(limit),
    });
    const answer = await response.json();
    assert.deepEqual(await closed, [0, null], errors);
    return { answer, errors };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

async function portOf(child) {
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    const port = /port (\d+)/.exec(output)?.[1];
    if (port !== undefined) return port;
  }
  return undefined;
}
