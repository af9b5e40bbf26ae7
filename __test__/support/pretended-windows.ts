import { join } from 'node:path';
import { theirs } from './modules';
import { NODE } from './portable';
import { PACKAGE } from './program';

/**
 * What an expression gives in a process that says it is on Windows: for modules that ask for the
 * platform when they are loaded.
 *
 * @param path - of the module, below `ts`
 * @param expression - with the module's exports as `exports`; its value has to be one for JSON
 * @param node - the version of Node that the process says it runs
 */
export function inPretendedWindows(path: string, expression: string, node = process.versions.node): unknown {
  const program = `
    Object.defineProperty(process, 'platform', { value: 'win32' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });
    const show = (exports) => console.log(JSON.stringify(${expression}));
    show(require(${JSON.stringify(join(PACKAGE, 'build', path))}));`;
  // Without preloads, which would ask before.
  const env = { ...process.env, NODE_OPTIONS: undefined };
  return JSON.parse(theirs.execFileSync(NODE, ['-e', program], { env, encoding: 'utf8' }));
}
