type Constants = typeof import('node:os').constants;

let constants: Constants | undefined;

/**
 * The numbers of this system's errors and signals: `os.constants`. Few programs need them, and so
 * `node:os` is loaded by the first that does.
 */
export function systemConstants(): Constants {
  constants ??= (require('node:os') as typeof import('node:os')).constants;
  return constants;
}
