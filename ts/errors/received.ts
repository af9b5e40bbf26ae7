import { inspect } from 'node:util';

import { stringIncludes, stringifyJson, stringSlice } from '../primordials';

const MAX_STRING_LENGTH = 28;

/** How Node's messages describe a value of a wrong type: `Received type number (5)`. */
export function describeReceived(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    case 'function':
      return `function ${value.name}`;
    case 'string':
      return `type string (${quote(value)})`;
    case 'bigint':
      return `type bigint (${value}n)`;
    default:
      return `type ${typeof value} (${Object.is(value, -0) ? '-0' : String(value)})`;
  }
}

function describeObject(value: object): string {
  const creator = value.constructor;
  return creator && 'name' in creator ? `an instance of ${creator.name}` : inspect(value, { depth: -1 });
}

function quote(text: string): string {
  const shown = text.length > MAX_STRING_LENGTH ? `${stringSlice(text, 0, MAX_STRING_LENGTH - 3)}...` : text;
  return stringIncludes(shown, "'") ? stringifyJson(shown) : `'${shown}'`;
}
