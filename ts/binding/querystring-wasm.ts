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
 * The codec in WebAssembly, from the bytes of its module.
 *
 * @throws Error when this runtime cannot compile it: it needs 128-bit vectors, and in a browser a
 * Content-Security-Policy that allows `wasm-unsafe-eval`
 */
export function wasmBackend(bytes: Uint8Array): Backend {
  const compiled = compile(bytes);
  // The generated module imports functions for values other than numbers; none of them is ever
  // called.
  const imports: WebAssembly.Imports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    imports[module] = { ...imports[module], [name]: () => {} };
  }
  return {
    $instantiate(units, wideUnits) {
      const exported = new WebAssembly.Instance(compiled, imports).exports as unknown as ModuleExports;
      // An address above 2 GiB arrives as a negative number.
      const address = exported.reserve(units, wideUnits) >>> 0;
      if (address === 0) throw memoryError();
      return {
        $functions: {
          $parseText: undefined,
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

function compile(bytes: Uint8Array): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new Error(
      'rt-std/querystring cannot run here: it needs WebAssembly with 128-bit vectors (SIMD) and, in a browser, a Content-Security-Policy with ' +
        "'wasm-unsafe-eval'",
      { cause },
    );
  }
}
