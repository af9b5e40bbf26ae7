// Makes the values of a program, which are data, and describes the results as data.
'use strict';
const { createWriteStream, openSync } = require('node:fs');
const path = require('node:path');

const CHILD = path.join(__dirname, 'child.cjs');
const nullDevice = openSync('/dev/null', 'r+');
let nullStream;

/**
 * @param {object} context what some values need: `signal`, and `effect(name)` which does something
 *   in the middle of a call
 */
exports.decode = function decode(value, context) {
  if (Array.isArray(value)) return value.map((one) => decode(one, context));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ === 'string') return SPECIAL[value.$](value, context);
  const object = {};
  for (const [name, member] of Object.entries(value)) {
    if (member?.$ === 'getter') {
      const inner = decode(member.value, context);
      const get = () => {
        context.effect(member.effect);
        return inner;
      };
      Object.defineProperty(object, name, { get, enumerable: true, configurable: true });
    } else object[name] = decode(member, context);
  }
  return object;
};

const SPECIAL = {
  undefined: () => undefined,
  nan: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  symbol: () => Symbol('s'),
  bigint: () => 10n,
  function: () => function named() {},
  url: ({ href }) => new URL(href),
  bytes: ({ text }) => Buffer.from(text),
  signal: (_value, context) => context.signal(),
  environment: ({ more }, context) => ({ PATH: process.env.PATH, ...exports.decode(more, context) }),
  'child program': () => CHILD,
  'null device': () => nullDevice,
  'null stream': () => {
    nullStream ??= createWriteStream('', { fd: openSync('/dev/null', 'r+') });
    return nullStream;
  },
  'long text': ({ length }) => 'é'.repeat(length),
  'getter inside': ({ effect }, context) => ({
    before: 1,
    get middle() {
      context.effect(effect);
      return 2;
    },
    after: 3,
  }),
  toJSON: () => ({ toJSON: () => ({ from: 'toJSON' }) }),
  shaped: ({ shape, value }, context) => SHAPES[shape](exports.decode(value, context)),
};

const SHAPES = {
  'null prototype': (options) => Object.assign(Object.create(null), options),
  inherited: (options) => Object.create(options),
  proxy: (options) => new Proxy(options, {}),
  frozen: (options) => Object.freeze(options),
};

/** An error, or any value, as data: all that a program can see of it but the stack. */
exports.describe = function describe(value, depth = 0) {
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'symbol' || typeof value === 'bigint') return value.toString();
  if (value === undefined) return '(undefined)';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return shortened(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value)) return { bytes: shortened(value.toString('latin1')) };
  if (depth > 4) return '(deeper)';
  if (Array.isArray(value)) return value.map((one) => describe(one, depth + 1));
  const described = {};
  if (value instanceof Error) {
    Object.assign(described, {
      class: value.constructor.name,
      name: value.name,
      message: withoutFolder(value.message),
    });
    if ('cause' in value) described.cause = describe(value.cause, depth + 1);
    if (value.code !== undefined) described.code = value.code;
  }
  for (const name of Object.keys(value)) {
    // Ours says more than Node's where a folder cannot be entered; a synchronous error holds
    // itself.
    if (value instanceof Error && (name === 'cwd' || name === 'message')) continue;
    if (name === 'pid') described.ran = Number(value.pid) > 0;
    else described[name] = value[name] === value ? '(itself)' : describe(value[name], depth + 1);
  }
  return described;
};

function withoutFolder(message) {
  return shortened(message.replace(/: cannot enter the working directory '.*'$/, ''));
}

function shortened(text) {
  const without = text.replace(/(.)\1{19,}/gs, (all, letter) => `<${all.length} ${JSON.stringify(letter)}>`);
  return without.length > 2000 ? `${without.slice(0, 2000)}… ${without.length}` : without;
}
