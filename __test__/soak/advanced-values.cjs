// Values of every kind that V8's serializer writes: one for each of its tags, and each kind of
// view.
'use strict';

const VIEWS = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
  Buffer,
  globalThis.Float16Array,
].filter(Boolean);
const ERRORS = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

const KINDS = [
  () => undefined,
  () => -0,
  () => Number.NaN,
  () => 2 ** 31 - 1,
  () => -(2 ** 30),
  () => 0n,
  () => -(2n ** 100n),
  () => 'one byte',
  () => 'two bytes €',
  () => '\ud800',
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Boolean(true),
  () => new Boolean(false),
  () => new Number(1.5),
  () => Object(10n),
  () => new String('boxed €'),
  () => /x(?<name>y)/dgimsuy,
  () => new Map([[{}, new Map([[1, 2]])]]),
  () => new Set(['x', new Set()]),
  // With a hole.
  () => Object.assign(Array(3), { 0: 1, 2: 3 }),
  () => Object.assign(Array(1000), { 999: 1, name: 'sparse' }),
  () => Object.assign([1.5, 2.5], { name: 'dense' }),
  (below) => new ArrayBuffer(below(2000)),
  (below) => new ArrayBuffer(below(20), { maxByteLength: 100 }),
  (below) => view(VIEWS[below(VIEWS.length)], 8 * below(50)),
  (below) => view(VIEWS[below(VIEWS.length)], 8),
  (below) => Object.assign(new ERRORS[below(ERRORS.length)]('text', { cause: { x: 1 } }), { stack: 'stack' }),
  () => Object.assign(new Error('without a stack'), { stack: undefined, name: 'Name' }),
  () => cyclic(),
  () => Object.assign(Object.create(null), { 0: 'index', '-1': 'no index', 4294967295: 'nearly' }),
];

function view(Kind, bytes) {
  const buffer = new ArrayBuffer(bytes + 8);
  return Kind === Buffer ? Buffer.from(buffer, 8) : new Kind(buffer, 8);
}

function cyclic() {
  const value = { list: [] };
  value.list.push(value, value.list);
  return value;
}

/**
 * @param {(bound: number) => number} below a random number
 * @returns a value of some kind
 */
exports.advancedValue = function advancedValue(below) {
  return KINDS[below(KINDS.length)](below);
};
