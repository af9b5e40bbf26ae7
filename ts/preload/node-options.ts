import { loads, type Preload } from './arguments';

/**
 * The words of `NODE_OPTIONS`: separated by spaces, in double quotes with `\` before what is meant
 * literally (Node documentation, "NODE_OPTIONS=options...").
 */
export function splitNodeOptions(text: string | undefined): string[] {
  const words = text?.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"/g, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1')),
  );
}

/** Words as one text for `NODE_OPTIONS`. */
export function joinNodeOptions(words: readonly string[]): string {
  return words.map((word) => (/[\s"\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word)).join(' ');
}

/** Whether a process with these arguments and this environment loads the preload. */
export function isCovered(execArgv: readonly string[], env: NodeJS.ProcessEnv, preload: Preload): boolean {
  return loads(execArgv, preload) || loads(splitNodeOptions(env.NODE_OPTIONS), preload);
}
