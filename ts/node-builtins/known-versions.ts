/** The last version of Node whose list of loaded modules is known to be written as in Node 20. */
export const LAST_KNOWN_MAJOR = 26;
