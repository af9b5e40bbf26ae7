/** The options that load a module before the program. */
export const PRELOAD_OPTIONS: readonly string[] = ['--require', '-r', '--import'];
