// A server that uses both modules, started as any program would be. A forked child of it is the
// same file.
import { createServer } from 'node:http';
import { backend } from 'rt-std/backend';
import { exec, execFileSync, fork, spawn } from 'rt-std/child_process';
import querystring from 'rt-std/querystring';
import { parse as parseInWasm } from 'rt-std/querystring/wasm';

if (process.argv[2] === 'child') answerParent();
else serve();

function answerParent() {
  process.on('message', ({ query }) => {
    process.send({ parsed: { ...querystring.parse(query) }, backend: backend.child_process }, () =>
      process.disconnect(),
    );
  });
}

function serve() {
  const server = createServer(async (request, response) => {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const answer = await answerTo(query).catch((error) => ({ error: error.stack }));
    response.end(JSON.stringify(answer));
    server.close();
  });
  server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
}

async function answerTo(query) {
  const parsed = querystring.parse(query);
  return {
    parsed: { ...parsed },
    wasm: { ...parseInWasm(query) },
    stringified: querystring.stringify(parsed),
    spawned: await outputOf(spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] }), parsed.text),
    executed: await new Promise((resolve) => exec('echo "$0 $((6 * 7))"', (error, stdout) => resolve(error ?? stdout))),
    synchronous: execFileSync('echo', ['at once'], { encoding: 'utf8' }),
    forked: await new Promise((resolve, reject) => {
      const child = fork(process.argv[1], ['child']);
      let message;
      child.on('message', (value) => {
        message = value;
      });
      child.on('error', reject);
      child.on('close', (status) => resolve({ message, status }));
      child.send({ query });
    }),
    backend: { child_process: backend.child_process, querystring: backend.querystring, reason: backend.reason },
  };
}

function outputOf(child, input) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', reject).on('close', () => resolve(output));
    child.stdin.end(input);
  });
}
