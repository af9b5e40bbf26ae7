import test from 'ava';
import { ours } from '../../support/modules';
import { script } from '../../support/portable';
import { describeError, type Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

const letters = () => new TextEncoder().encode('abcdefghijklmnop');

/** Memory with `size` letters that can grow and shrink, where the engine has such. */
function resizable(kind: typeof ArrayBuffer | typeof SharedArrayBuffer, size: number): ArrayBuffer {
  const buffer = Reflect.construct(kind, [size, { maxByteLength: 64 }]) as ArrayBuffer;
  new Uint8Array(buffer).set(letters().subarray(0, size));
  return buffer;
}

/** Takes the memory of a view away. */
function detach<View extends ArrayBufferView>(view: View): View {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}

/** A view of the first 4 bytes that gives wrong answers. */
function lying(): Uint8Array {
  const view = letters().subarray(0, 4);
  const members = ['byteLength', 'byteOffset', 'length', 'buffer', Symbol.toStringTag, 'constructor'];
  for (const member of members) Object.defineProperty(view, member, { get: () => 12 });
  return view;
}

function shrunk(): Uint8Array {
  const buffer = resizable(ArrayBuffer, 16);
  const view = new Uint8Array(buffer, 8, 8);
  (buffer as unknown as { resize?: (size: number) => void }).resize?.(4);
  return view;
}

const INPUTS: Record<string, () => unknown> = {
  'a detached typed array': () => detach(letters()),
  'a detached DataView': () => detach(new DataView(letters().buffer)),
  'a detached part': () => detach(letters().subarray(3, 7)),
  'a view that lies': lying,
  'a subclass of Uint8Array that lies': () =>
    new (class extends Uint8Array {
      override get byteLength() {
        return 99;
      }
    })(letters()),
  'an object with the prototype of a typed array': () => Object.create(Uint8Array.prototype),
  'a proxy of a typed array': () => new Proxy(letters(), {}),
  'shared memory': () => {
    const view = new Uint8Array(new SharedArrayBuffer(16));
    view.set(letters());
    return view.subarray(2, 9);
  },
  'a DataView of shared memory': () => new DataView(new SharedArrayBuffer(4), 1, 2),
  'resizable memory': () => new Uint8Array(resizable(ArrayBuffer, 16), 4),
  'growable shared memory': () => new Uint8Array(resizable(SharedArrayBuffer, 16), 4),
  'a view out of the bounds of its memory': shrunk,
  'big numbers': () => BigUint64Array.of(0x4142434445464748n),
  'numbers that begin in the middle': () => new Uint16Array(letters().buffer, 2, 3),
  'an ArrayBuffer, which is no view': () => letters().buffer,
  'an empty array': () => new Uint8Array(0),
  'no bytes of memory': () => letters().subarray(4, 4),
  'a number': () => 5,
  'an array': () => [1, 2],
  true: () => true,
  zero: () => 0,
  'a String object': () => new String('text'),
  'lone surrogates': () => 'a\ud800b\udc00',
};

function outcome(module: Module, options: object): unknown {
  try {
    const { output, status, error } = module.spawnSync('cat', options);
    return { output, status, error: describeError(error) };
  } catch (error) {
    return { thrown: describeError(error) };
  }
}

for (const [title, make] of Object.entries(INPUTS)) {
  test(`input: ${title}`, async (t) => {
    await sameAsNode(t, (module) => outcome(module, { input: make() }));
  });
}

for (const encoding of ['utf16le', 'hex', 'base64', 'latin1', 'buffer', 'nonsense', 7, null]) {
  test(`input as text, with the encoding ${encoding}`, async (t) => {
    await sameAsNode(t, (module) => outcome(module, { input: 'abcd', encoding, stdio: ['pipe', 'pipe', 'pipe'] }));
  });
}

test('input where there is no pipe', async (t) => {
  await sameAsNode(t, (module) => outcome(module, { input: 'abcd', stdio: ['ignore', 'pipe', 'pipe'] }));
  await sameAsNode(t, (module) => outcome(module, { input: 5, stdio: 'ignore' }));
});

test('a getter of a later option that changes, detaches or shrinks the input', async (t) => {
  const withGetter = (input: unknown, change: () => void) => ({
    input,
    get maxBuffer() {
      change();
      return 1000;
    },
  });
  await sameAsNode(t, (module) => {
    const changed = letters();
    const detached = letters();
    const buffer = resizable(ArrayBuffer, 16);
    return [
      outcome(
        module,
        withGetter(changed, () => changed.fill(65)),
      ),
      outcome(
        module,
        withGetter(detached, () => detach(detached)),
      ),
      outcome(
        module,
        withGetter(new Uint8Array(buffer), () => (buffer as unknown as { resize?: (n: number) => void }).resize?.(3)),
      ),
    ];
  });
});

test('data in stdio may be any view, and a detached one is none', (t) => {
  const copying = "for (const fd of [0, 3, 4, 5]) process.stdout.write(require('node:fs').readFileSync(fd))";
  const { stdout } = ours.spawnSync(...script(copying), {
    stdio: [
      detach(letters()),
      'pipe',
      'pipe',
      lying(),
      new DataView(letters().buffer, 1, 2),
      detach(letters()),
    ] as never,
    encoding: 'utf8',
  });
  t.is(stdout, 'abcdbc');
});

test('512 MB of input', (t) => {
  const input = Buffer.alloc(512e6);
  const counting =
    "let n = 0; process.stdin.on('data', (data) => { n += data.length; }).on('end', () => console.log(n))";
  const { stdout, status } = ours.spawnSync(...script(counting), { input, encoding: 'utf8' });
  t.deepEqual({ bytes: Number(stdout), status }, { bytes: 512e6, status: 0 });
});
