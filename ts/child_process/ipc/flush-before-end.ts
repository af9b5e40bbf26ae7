import { loadProcessAddon } from '../../binding/process-addon';
import { process, sharedByCopies } from '../../realm/main-realm';
import {
  apply,
  defineOwnProperty,
  functionToString,
  getMember,
  getOwnPropertyDescriptor,
} from '../../realm/primordials';

/** No child has it. */
const NO_CHILD = 0;

/**
 * The functions of `process` that may end this process, or stop it, without running anything of it
 * before: a signal to itself, too, ends it at once. `kill` calls `_kill`, which Node's own tests
 * replace.
 */
const ENDINGS = ['_kill', 'abort', 'execve'] as const;

/**
 * Makes what channels hold back leave before the process is ended by one of {@link ENDINGS}. To be
 * called when a channel is opened; all copies of this package do it once.
 */
export function flushBeforeEnd(): void {
  sharedByCopies('flush before end', replaceEndings);
}

function replaceEndings(): true {
  for (let index = 0; index < ENDINGS.length; index++) {
    const name = ENDINGS[index] as string;
    const property = getOwnPropertyDescriptor(process, name);
    if (typeof property?.value !== 'function' || !property.configurable) continue;
    const value = flushingFirst(property.value);
    // Without a prototype, from which it could inherit an accessor.
    defineOwnProperty(process, name, { __proto__: null, ...property, value } as PropertyDescriptor);
  }
  return true;
}

/** A proxy, so that name, length, text and other properties are those of the original. */
function flushingFirst(original: (...values: unknown[]) => unknown): unknown {
  const { killChild } = loadProcessAddon();
  const text = () => functionToString(original);
  return new Proxy(original, {
    apply(target, self, values) {
      // Before any signal, whatever its child: what all channels hold back is written.
      killChild(NO_CHILD, 0);
      return apply(target, self, values);
    },
    get: (target, name) => (name === 'toString' ? text : getMember(target, name, target)),
  });
}
