/**
 * What the WebAssembly module for Node imports: functions of the tool that made it, for values
 * other than numbers. None of them is ever called.
 */
export function unusedImports(compiled: WebAssembly.Module): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    imports[module] = { ...imports[module], [name]: () => {} };
  }
  return imports;
}
