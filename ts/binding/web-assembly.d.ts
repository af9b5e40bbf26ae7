/**
 * What is used of WebAssembly's JavaScript interface, which the compiler only knows together with a
 * browser's other interfaces.
 */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  type Imports = Record<string, Record<string, () => void>>;
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): { module: string; name: string }[];
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: object;
  }
}
