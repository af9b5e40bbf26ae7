const { DefaultSerializer } = require('node:v8');
const { advancedValue } = require('./advanced-values.cjs');

/** Every command of Node 20 to 26, some that are nearly one, and our own prefix. */
const COMMANDS = [
  'NODE_HANDLE',
  'NODE_HANDLE_ACK',
  'NODE_HANDLE_NACK',
  'NODE_SOCKET_NOTIFY_CLOSE',
  'NODE_SOCKET_GET_COUNT',
  'NODE_SOCKET_COUNT',
  'NODE_SOCKET_ALL_CLOSED',
  'NODE_CLUSTER',
  'NODE_DEBUG_ENABLED',
  'NODE_',
  'NODE_X',
  'RT_X',
  'RT_',
];
const TYPES = ['net.Socket', 'net.Server', 'net.Native', 'dgram.Socket', 'dgram.Native', 'toString', '__proto__'];
const FIELDS = [
  'cmd',
  'type',
  'msg',
  'key',
  'count',
  'dgramType',
  'resendable',
  'ack',
  'seq',
  'act',
  'accepted',
  '__proto__',
];

/** Writes views as channels do: with a tag of their own before what is written by default. */
class ChannelSerializer extends DefaultSerializer {
  _writeHostObject(object) {
    if (!ArrayBuffer.isView(object)) {
      this.writeUint32(1);
      return this.writeValue({ ...object });
    }
    this.writeUint32(0);
    return super._writeHostObject(object);
  }
}

/** A value of each type that both formats have, and some that are nearly right. */
const EACH_TYPE = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  'key',
  'udp4',
  'toString',
  [],
  [[]],
  {},
  { toString: 1, valueOf: 1 },
  { cmd: 'NODE_HANDLE', type: 'net.Socket', msg: {} },
  { cmd: 'NODE_HANDLE', msg: { cmd: 'NODE_HANDLE', type: 'net.Socket' } },
];

/** Makes frames: the same for the same seed. */
exports.HostileFrames = class HostileFrames {
  #state;
  #format;

  constructor(seed, format) {
    this.#state = seed | 0;
    this.#format = format;
  }

  /** A number from 0 up to but not including `bound` (mulberry32). */
  below(bound) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  /** The frames of messages that have each command with each field of each type. */
  *everyField() {
    for (const cmd of COMMANDS) {
      for (const field of FIELDS) {
        for (const value of EACH_TYPE) {
          const message = { cmd, type: this.#of(TYPES) };
          Object.defineProperty(message, field, { value, enumerable: true, writable: true, configurable: true });
          yield this.encode(message);
        }
      }
    }
  }

  /** A frame that can be read. */
  frame() {
    return this.encode(this.below(8) === 0 ? this.#value(0) : this.#message(0));
  }

  /** The frame of a message. */
  encode(message) {
    if (this.#format === 'json') return Buffer.from(`${JSON.stringify(message) ?? 'null'}\n`);
    const serializer = new ChannelSerializer();
    serializer.writeHeader();
    serializer.writeValue(message);
    const payload = serializer.releaseBuffer();
    const field = Buffer.alloc(4);
    field.writeUInt32BE(payload.length);
    return Buffer.concat([field, payload]);
  }

  /** Bytes that are a frame with some of them changed, or no frame at all. */
  noise() {
    const bytes = this.below(3) === 0 ? Buffer.alloc(this.below(200)) : this.frame();
    for (let count = this.below(6); count >= 0 && bytes.length > 0; count--) {
      bytes[this.below(bytes.length)] = this.below(256);
    }
    return bytes;
  }

  #of(values) {
    return values[this.below(values.length)];
  }

  #message(depth) {
    const message = {};
    if (this.below(20) > 0) message.cmd = this.#of(COMMANDS);
    for (let count = this.below(6); count > 0; count--) this.#set(message, depth);
    if (this.below(3) === 0) message.type = this.#of(TYPES);
    if (this.below(4) === 0 && depth < 6) message.msg = this.#message(depth + 1);
    if (this.#format === 'advanced' && this.below(50) === 0) message.msg = message;
    return message;
  }

  #set(message, depth) {
    const value = this.#value(depth);
    Object.defineProperty(message, this.#of(FIELDS), { value, enumerable: true, writable: true, configurable: true });
  }

  #value(depth) {
    switch (this.below(depth > 4 ? 8 : 14)) {
      case 0:
        return null;
      case 1:
        return this.#of([true, false]);
      case 2:
        return this.#of([0, -1, 1e308, 2 ** 53, -0, 0.5]);
      case 3:
        return this.#of(['', 'key', 'udp4', 'udp6', 'toString', '__proto__', '\ud800', 'x'.repeat(this.below(300))]);
      case 4:
        return this.#of(COMMANDS);
      case 5:
        return { toString: 1, valueOf: 1 };
      case 6:
        return this.#format === 'json' ? [] : advancedValue((bound) => this.below(bound));
      case 7:
        return this.below(200) === 0 ? this.#nested(this.below(2000)) : undefined;
      case 8:
        return Array.from({ length: this.below(4) }, () => this.#value(depth + 1));
      default: {
        const object = {};
        for (let count = this.below(4); count > 0; count--) this.#set(object, depth + 1);
        return object;
      }
    }
  }

  #nested(levels) {
    let value = 1;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { cmd: 'NODE_HANDLE', msg: value };
    return value;
  }
};
