import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { typeProject } from './project.mjs';

/**
 * Every export of every entry has a text that an editor shows: the export itself, each call of a
 * function, and each member of the types that programs meet. Asked of TypeScript's language
 * service, as an editor does.
 *
 * @param {string} modules the tools' `node_modules`
 * @returns {import('../test/checks.mjs').Check[]}
 */
export function hoverChecks(modules) {
  const ts = createRequire(join(modules, 'package.json'))('typescript-5.9');
  const names = entries();
  let walks;
  return names.map((entry) => [
    `${entry}: editors show a text for every export, call, event and option`,
    () => {
      walks ??= walkAll(ts, modules, names);
      const { found, missing } = walks.get(entry);
      assert.deepEqual(missing, [], 'these show nothing');
      // An entry whose types were not found has no exports, and nothing that misses a text.
      assert.ok(found >= 3, `only ${found} texts were found`);
    },
  ]);
}

/** The entries with types and exports: all but the preloads, whose import is all there is. */
function entries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const withoutExports = ['./register', './override', './types', './package.json'];
  return Object.keys(exports)
    .filter((entry) => !withoutExports.includes(entry))
    .map((entry) => `rt-std${entry.slice(1)}`);
}

/** What each entry shows. One language service reads all: to start one takes seconds. */
function walkAll(ts, modules, names) {
  const fileOf = (index) => `walk-${index}.mts`;
  const files = names.map((entry, index) => [fileOf(index), `import * as entry from '${entry}';\nentry;\n`]);
  const { folder, remove } = typeProject(Object.fromEntries(files), modules, '20');
  try {
    const paths = names.map((_, index) => join(folder, fileOf(index)));
    const options = { module: ts.ModuleKind.NodeNext, strict: true, types: ['node'], preserveSymlinks: true };
    const service = ts.createLanguageService(host(ts, folder, paths, { ...options, target: ts.ScriptTarget.ES2022 }));
    const program = service.getProgram();
    const checker = program.getTypeChecker();
    const walk = (file) => {
      const [statement] = program.getSourceFile(file).statements;
      const namespace = checker.getSymbolAtLocation(statement.moduleSpecifier);
      const walker = new Walker(ts, checker, service, join(folder, 'node_modules', 'rt-std'));
      for (const symbol of checker.getExportsOfModule(namespace)) walker.visit(symbol, symbol.name);
      return walker;
    };
    return new Map(names.map((entry, index) => [entry, walk(paths[index])]));
  } finally {
    remove();
  }
}

class Walker {
  #ts;
  #checker;
  #service;
  #own;
  #seen = new Set();

  constructor(ts, checker, service, own) {
    Object.assign(this, { found: 0, missing: [] });
    this.#ts = ts;
    this.#checker = checker;
    this.#service = service;
    this.#own = own;
  }

  visit(symbol, path) {
    const target = symbol.flags & this.#ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    if (this.#seen.has(target)) return;
    this.#seen.add(target);
    const declarations = (target.declarations ?? []).filter((node) =>
      node.getSourceFile().fileName.startsWith(this.#own),
    );
    if (declarations.length === 0) return;
    const types = this.#typesOf(target);
    const calls = types.flatMap((type) => [...type.getCallSignatures(), ...type.getConstructSignatures()]);
    const ownCalls = calls.filter(({ declaration }) => declaration?.getSourceFile().fileName.startsWith(this.#own));
    if (ownCalls.length < 2) {
      this.#count(declarations.some((node) => this.#shows(node)) || ownCalls.some((call) => this.#hasText(call)), path);
    } else {
      for (const [index, call] of ownCalls.entries()) this.#count(this.#hasText(call), `${path}, call ${index + 1}`);
    }
    for (const type of types) {
      for (const property of this.#propertiesOf(type)) this.visit(property, `${path}.${property.name}`);
    }
  }

  #typesOf(symbol) {
    const { Interface, Class, TypeAlias, Value } = this.#ts.SymbolFlags;
    const types = [];
    if (symbol.flags & (Interface | Class | TypeAlias)) types.push(this.#checker.getDeclaredTypeOfSymbol(symbol));
    if (symbol.flags & Value) types.push(this.#checker.getTypeOfSymbol(symbol));
    return types.flatMap((type) => (type.isUnion() ? type.types : [type]));
  }

  #propertiesOf(type) {
    return type.flags & this.#ts.TypeFlags.Object ? this.#checker.getPropertiesOfType(type) : [];
  }

  #hasText(call) {
    return call.getDocumentationComment(this.#checker).length > 0;
  }

  /** Whether an editor shows a text where the name stands in its declaration. */
  #shows(node) {
    const name = this.#ts.getNameOfDeclaration(node) ?? node;
    const file = node.getSourceFile().fileName;
    const shown = this.#service.getQuickInfoAtPosition(file, name.getStart());
    return (shown?.documentation?.length ?? 0) > 0;
  }

  #count(isThere, path) {
    if (isThere) this.found++;
    else this.missing.push(path);
  }
}

function host(ts, folder, paths, options) {
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => paths,
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path)) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
}
