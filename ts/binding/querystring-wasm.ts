import { type Backend, type CodecFunctions, type CodecInstance, memoryError } from './querystring-codec';

interface ModuleExports {
  readonly memory: WebAssembly.Memory;
  reserve(units: number, wideUnits: number): number;
  readonly parse: CodecFunctions['$parse'];
  readonly parse_separated: CodecFunctions['$parseSeparated'];
  readonly escape_utf8: CodecFunctions['$escapeUtf8'];
  readonly escape_units: CodecFunctions['$escapeUnits'];
  readonly decode_component: CodecFunctions['$decodeComponent'];
  readonly decode_bytes: CodecFunctions['$decodeBytes'];
}

/**
 * The codec in WebAssembly. Its first instance is made at once: an engine may reserve more address
 * space for one than the process may have, and then another codec can be taken.
 *
 * @param compiled - its module
 * @param imports - what the module imports; the browser's imports nothing
 * @throws RangeError where there is no memory for an instance
 */
export function wasmBackend(compiled: WebAssembly.Module, imports?: WebAssembly.Imports): Backend {
  const make = (units: number, wideUnits: number): CodecInstance => {
    const exported = new WebAssembly.Instance(compiled, imports as WebAssembly.Imports)
      .exports as unknown as ModuleExports;
    // An address above 2 GiB arrives as a negative number.
    const address = exported.reserve(units, wideUnits) >>> 0;
    if (address === 0) throw memoryError();
    return {
      $functions: {
        $parse: exported.parse,
        $parseSeparated: exported.parse_separated,
        $escapeUtf8: exported.escape_utf8,
        $escapeUnits: exported.escape_units,
        $decodeComponent: exported.decode_component,
        $decodeBytes: exported.decode_bytes,
      },
      $buffer: exported.memory.buffer,
      $address: address,
    };
  };
  let first: CodecInstance | undefined = make(0, 0);
  let pause = 0;
  return {
    $instantiate(units, wideUnits) {
      if (pause-- > 0) throw memoryError();
      // So many texts do without, where there is no memory now: each attempt collects all garbage,
      // which takes longer than to read such a text in TypeScript.
      pause = 1000;
      const instance = first ?? make(units, wideUnits);
      first = undefined;
      pause = 0;
      return instance;
    },
  };
}
