import type { IOType, StdioEntry } from './stdio';

/**
 * What every function takes besides what the types of options say. These are no wider than those of
 * `@types/node`, so that what takes Node's options takes them too.
 */
interface AcceptedPlace {
  /** As in the options; bytes are a path too, and `null` is none. */
  cwd?: string | URL | Uint8Array | null | undefined;
  /** As in the options; `null` is none. */
  env?: NodeJS.ProcessEnv | null | undefined;
}

/** The same, of functions whose `stdio` is not known when a program is compiled. */
interface AcceptedPlaceAndStdio extends AcceptedPlace {
  /** As in the options; objects with a descriptor and, for synchronous functions, data are too. */
  stdio?: IOType | StdioEntry[] | undefined;
}

/** What a function takes that knows some options. */
export type Accepted<Options> = Omit<Options, keyof AcceptedPlace> & AcceptedPlace;

/** The same, where `stdio` decides nothing about the result's type. */
export type AcceptedWithStdio<Options> = Omit<Options, keyof AcceptedPlaceAndStdio> & AcceptedPlaceAndStdio;

/** What `fork()` takes. */
export type AcceptedByFork<Options> = AcceptedWithStdio<Omit<Options, 'execArgv'>> & {
  /** As in the options. */
  execArgv?: readonly string[] | undefined;
};
