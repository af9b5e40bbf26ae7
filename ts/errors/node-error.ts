import { defineProperty } from '../realm/define-property';
import {
  captureStackTrace,
  create,
  deleteProperty,
  PlainError,
  PlainRangeError,
  PlainTypeError,
  PlainURIError,
  setPrototypeOf,
} from '../realm/primordials';
import { nodesMark } from './nodes-mark';

/** An error of Node's own kind: one of JavaScript's classes with a stable `code`. */
export interface NodeError extends Error {
  code: string;
}

/** JavaScript's classes of Node's errors. Kept: a program may replace them. */
const classes = {
  Error: PlainError,
  TypeError: PlainTypeError,
  RangeError: PlainRangeError,
  URIError: PlainURIError,
};

type ClassName = keyof typeof classes;

/** What errors of one class and code have in common. */
interface Kind {
  readonly prototype: object;
  /** Whether Node writes the code into their stacks. */
  readonly isMarked: boolean;
}

/** By class and code: each is made with its first error. */
const kinds: Record<string, Kind> = create(null);

/**
 * Makes an error as Node's own modules throw them: `name` is the class's, the stack and
 * `toString()` show the code behind it.
 *
 * @param className - JavaScript's class
 * @param code - such as `ERR_INVALID_ARG_TYPE` (Node documentation, "Errors", "Node.js error
 * codes")
 * @param message - the text without the code
 */
export function nodeError<Name extends ClassName>(
  className: Name,
  code: string,
  message: string,
): InstanceType<(typeof classes)[Name]> & NodeError {
  const error = new classes[className]() as InstanceType<(typeof classes)[Name]> & NodeError;
  const name = `${className} ${code}`;
  kinds[name] ??= newKind(classes[className], code);
  const { prototype, isMarked } = kinds[name];
  setPrototypeOf(error, prototype);
  error.code = code;
  defineProperty(error, 'message', { value: message, writable: true, enumerable: false, configurable: true });
  captureStackTrace(error, nodeError);
  if (!isMarked) showCodeInStack(error);
  return error;
}

function newKind({ prototype }: { readonly prototype: Error }, code: string): Kind {
  const own = create(prototype) as object;
  const mark = nodesMark();
  if (mark !== undefined) defineProperty(own, mark, { value: true, enumerable: false });
  defineProperty(own, 'toString', {
    value(this: Error) {
      return `${this.name} [${code}]: ${this.message}`;
    },
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return { prototype: own, isMarked: mark !== undefined };
}

/**
 * Where the engine does not know the mark, the code is part of the name when the stack is made. A
 * message that changes later is not shown there.
 */
function showCodeInStack(error: NodeError): void {
  defineProperty(error, 'name', { value: `${error.name} [${error.code}]`, configurable: true });
  void error.stack;
  deleteProperty(error, 'name');
}
