import { defineProperty } from '../define-property';
import { deleteProperty } from '../primordials';

/** An error of Node's own kind: one of JavaScript's classes with a stable `code`. */
export interface NodeError extends Error {
  code: string;
}

type ErrorClass<E extends Error> = new (message: string) => E;

/**
 * Makes an error as Node's own modules throw them: `name` is the class's, the stack and
 * `toString()` show the code behind it.
 *
 * @param errorClass - JavaScript's class: `TypeError`, `RangeError`, `Error`, `URIError`
 * @param code - such as `ERR_INVALID_ARG_TYPE` (Node documentation, "Errors", "Node.js error
 * codes")
 * @param message - the text without the code
 */
export function nodeError<E extends Error>(errorClass: ErrorClass<E>, code: string, message: string): E & NodeError {
  const error = new errorClass(message) as E & NodeError;
  defineProperty(error, 'toString', {
    value(this: Error) {
      return `${this.name} [${code}]: ${this.message}`;
    },
    enumerable: false,
    configurable: true,
    writable: true,
  });
  error.code = code;
  showCodeInStack(error, code);
  return error;
}

/** The stack's first line is written when the stack is made, from the name at that moment. */
function showCodeInStack(error: Error, code: string): void {
  const { name } = error;
  defineProperty(error, 'name', { value: `${name} [${code}]`, configurable: true });
  Error.captureStackTrace(error, nodeError);
  void error.stack;
  deleteProperty(error, 'name');
}
