import { type Backend, type CodecFunctions, memoryError } from './querystring-codec';

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
 * The codec in WebAssembly.
 *
 * @param compiled - its module
 * @param imports - what the module imports; the browser's imports nothing
 */
export function wasmBackend(compiled: WebAssembly.Module, imports: WebAssembly.Imports = {}): Backend {
  return {
    $instantiate(units, wideUnits) {
      const exported = new WebAssembly.Instance(compiled, imports).exports as unknown as ModuleExports;
      // An address above 2 GiB arrives as a negative number.
      const address = exported.reserve(units, wideUnits) >>> 0;
      if (address === 0) throw memoryError();
      return {
        $functions: {
          $parseText: undefined,
          $escapeText: undefined,
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
    },
  };
}
