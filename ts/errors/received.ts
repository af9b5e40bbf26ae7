import { inspect } from 'node:util';

import { isNodeSince, NODE_MAJOR, NODE_MINOR } from '../node-version';
import { stringIncludes, stringifyJson, stringSlice } from '../realm/primordials';

const MAX_STRING_LENGTH = 28;

/** Whether a constructor may be anything in this version. */
const TAKES_ANY_CONSTRUCTOR = isNodeSince(26, 9) || (NODE_MAJOR === 24 && NODE_MINOR >= 22);

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
  if (TAKES_ANY_CONSTRUCTOR) {
    const name: unknown = creator?.name;
    if (typeof name === 'string' && name !== '') return `an instance of ${name}`;
  } else if (creator && 'name' in creator) return `an instance of ${creator.name}`;
  return inspect(value, { depth: -1 });
}

function quote(text: string): string {
  const shown = text.length > MAX_STRING_LENGTH ? `${stringSlice(text, 0, MAX_STRING_LENGTH - 3)}...` : text;
  return stringIncludes(shown, "'") ? stringifyJson(shown) : `'${shown}'`;
}
