export { abortError } from './abort';
export { invalidArgumentType, invalidArgumentValue, missingArgument, outOfRange, unknownSignal } from './arguments';
export { type ErrorName, errorNumber } from './error-number';
export { type NodeError, nodeError } from './node-error';
export { type SystemError, systemError } from './system';
