// Query strings where WebAssembly has the address space of one memory only, as under the limits of
// shared hosts and batch systems: Node's module works there, and so must ours.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testWhere } from '../support/test-where';

const root = join(__dirname, '..', '..', '..');
/** In KiB: one memory of WebAssembly, with Node itself, takes more than half of it. */
const LIMITED = ['-c', 'ulimit -v 16000000 && exec "$@"', 'sh'];

/** Whether a program may be given less address space: not on Windows and macOS. */
const canLimit =
  process.platform !== 'win32' && spawnSync('sh', [...LIMITED, process.execPath, '--eval', '0']).status === 0;
const testLimited = testWhere(canLimit, 'there is no `ulimit -v`');

/**
 * What a program prints when it is run with that limit.
 *
 * @param body - calls `same(what, read)`, whose `read` gets a module, and has Node's beside it
 */
function limited(module: string, body: string): { stdout: string; stderr: string } {
  const program = `
    const { isDeepStrictEqual } = require('node:util');
    const node = require('node:querystring');
    const ours = require(${JSON.stringify(module)});
    const outcome = (read, module) => { try { return read(module); } catch (error) { return String(error); } };
    const wrong = [];
    function same(what, read) {
      const result = outcome(read, ours);
      if (!isDeepStrictEqual(result, outcome(read, node))) wrong.push(what + ': ' + JSON.stringify(result).slice(0, 99));
    }
    // Takes what address space there is. Newer versions of V8 do with less for each memory, so that
    // there is no end of it: then the next attempts fail by themselves.
    const memories = [];
    function fill() {
      const { Instance, Module } = WebAssembly;
      const empty = new Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1));
      try {
        while (memories.length < 9) memories.push(new Instance(empty));
      } catch {
        return;
      }
      WebAssembly.Instance = function () { throw new RangeError('Out of memory'); };
    }
    ${body}
    console.log(wrong.join('\\n') || 'the same');`;
  const env = { ...process.env, RT_STD_DISABLE: 'late-querystring' };
  const args = [...LIMITED, process.execPath, '--no-addons', '--eval', program];
  return spawnSync('sh', args, { cwd: root, env, encoding: 'utf8' });
}

/** Texts that need more memory than the codec has, in ways of their own. */
const LONG = `{
  const long = '%41'.repeat(2e4);
  same('a long value', ({ parse }) => parse('a=1&b=' + long + '&c=%42&a=2'));
  same('a long key', ({ parse }) => parse('a=1&' + long + '=2&c=%42'));
  same('a long value that is no ASCII', ({ parse }) => parse('a=é&b=ü' + long + '+%C3%A9&c=%FF'));
  same('a long value behind many pairs', ({ parse }) => parse('k=%41&'.repeat(9e3) + 'b=' + long, '', '', { maxKeys: 0 }));
  same('a limit of pairs', ({ parse }) => parse('a=1&b=' + long + '&c=%42&d=4', '', '', { maxKeys: 3 }));
  same('other separators', ({ parse }) => parse('a:1;b:' + long + ';c:%42', ';', ':'));
  same('longer separators', ({ parse }) => parse('a::1;;b::' + long + ';;c::%42', ';;', '::'));
  const decoder = (decodeURIComponent) => ({ decodeURIComponent });
  const texts = 'a=%41&' + long + '=' + long + '&c=+%42';
  same('a decoder', ({ parse }) => parse(texts, '', '', decoder((text) => text.toLowerCase())));
  same('a decoder that throws', ({ parse }) => parse(texts, '', '', decoder(() => { throw new Error('no'); })));
  same('a decoder that reads', ({ parse }) => parse(texts, '', '', decoder((text) => parse('x=' + text).x)));
  same('escape', ({ escape }) => escape('é x'.repeat(1e5)));
  same('unescape', ({ unescape }) => unescape(long));
  same('unescape of malformed text', ({ unescape }) => unescape(long + '%FF'));
  same('unescapeBuffer', ({ unescapeBuffer }) => unescapeBuffer(long).toString());
  same('stringify', ({ stringify }) => stringify({ a: 1, b: 'é x'.repeat(1e5), c: ['&', 'ü'.repeat(1e5)] }));
  same('getters that write and read', ({ parse, stringify }) =>
    stringify({ a: 'é', get b() { return parse('x=' + long).x + stringify({ y: '&'.repeat(1e5) }); } }));
}`;
const SHORT = `
  for (let count = 0; count < 9; count++) same('a short text', ({ parse }) => parse('a=%41&b=c%20d&a=é' + count));
  same('short texts', ({ escape, stringify, unescape }) => [escape('é'), stringify({ 'a b': ['ü', 1] }), unescape('%41')]);
`;

for (const module of ['rt-std/querystring', 'rt-std/querystring/wasm']) {
  testLimited(`${module}: where a long text finds no memory, it and the later ones are read as in Node`, (t) => {
    const { stdout, stderr } = limited(module, `${SHORT} fill(); ${LONG} ${SHORT} ${LONG}`);
    t.is(stdout, 'the same\n', stderr);
  });

  testLimited(`${module}: an overflow of the stack while there is no memory for another codec`, (t) => {
    const { stdout, stderr } = limited(
      module,
      `${SHORT} fill();
      let fresh = 0;
      const overflow = () => { fresh++; ours.parse('new' + fresh + '=1&é' + fresh + '=%41'); overflow(); };
      for (let round = 0; round < 2; round++) {
        try { overflow(); } catch {}
        for (let key = fresh - 3; key <= fresh; key++) same('a key', ({ parse }) => parse('new' + key + '=1&é' + key + '=2'));
      }
      ${SHORT} ${LONG}`,
    );
    t.is(stdout, 'the same\n', stderr);
  });
}

testLimited('a long text is read by another codec again when there is memory for it', (t) => {
  const { stdout, stderr } = limited(
    'rt-std/querystring/wasm',
    `const { Instance } = WebAssembly;
    let made = 0;
    let refused = 0;
    let refuses = true;
    WebAssembly.Instance = function (...values) {
      if (refuses) { refused++; throw new RangeError('Out of memory'); }
      made++;
      return new Instance(...values);
    };
    const read = () => same('a long value', ({ parse }) => parse('a=' + '%41'.repeat(3e4)));
    for (let count = 0; count < 50; count++) read();
    refuses = false;
    for (let count = 0; count < 1500 && made === 0; count++) read();
    console.log(refused, made);`,
  );
  t.is(stdout, '1 1\nthe same\n', stderr);
});

testLimited('two modules share the memory, and the backend is what is in use', (t) => {
  const { stdout, stderr } = limited(
    'rt-std/querystring',
    `${SHORT}
    require('rt-std/override');
    const { backend } = require('rt-std/backend');
    const { parse, stringify } = require('node:querystring');
    fill();
    console.log(backend.querystring, parse('a=%C3%A9').a, stringify({ é: 1 }));`,
  );
  t.is(stdout, 'wasm é %C3%A9=1\nthe same\n', stderr);
});

testLimited('where there is no memory at all, the backend is TypeScript', (t) => {
  const { stdout, stderr } = limited(
    'rt-std/querystring',
    `fill(); console.log(require('rt-std/backend').backend.querystring); ${SHORT} ${LONG} ${SHORT}`,
  );
  t.is(stdout, 'typescript\nthe same\n', stderr);
});
