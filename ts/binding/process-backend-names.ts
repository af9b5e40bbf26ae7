/** An environment variable: `native` or `node` chooses what starts processes. */
export const BACKEND_SWITCH = 'RT_STD_BACKEND';

/** Whose addon starts processes, as `process.platform` and `process.arch`. */
export const NATIVE_PLATFORMS = ['linux x64', 'linux arm64'];
