/**
 * A value as a text that is the same in every engine: prototypes, the order of keys, kinds of
 * numbers and lone surrogates show. The messages that an engine makes do not.
 */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return String(value);
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object): string {
  try {
    // In the browser's build they are no Buffer.
    if (value instanceof Uint8Array) return `bytes ${Array.from(value).join(' ')}`;
    const members = Reflect.ownKeys(value).map((key) => {
      const member = Reflect.getOwnPropertyDescriptor(value, key);
      return `${describe(key)}: ${member && 'value' in member ? describe(member.value) : 'an accessor'}`;
    });
    return `${nameOf(value)}{${members.join(', ')}}`;
  } catch {
    // A revoked proxy answers nothing.
    return 'unreadable';
  }
}

function nameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return '';
  const { name } = (prototype as { constructor?: { name?: unknown } }).constructor ?? {};
  return typeof name === 'string' ? name : 'an object';
}
