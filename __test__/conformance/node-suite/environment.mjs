// npm's settings, and what would change the output of Node or what it loads; Node's own runner
// removes the last group, too.
const foreign = /^(npm_.*|NODE_.*|FORCE_COLOR|NO_COLOR|RT_STD_.*|TEST_.*)$/;

/** Tells the probe where to write; every process of a file has it. */
export const probeVariable = 'RT_STD_NODE_SUITE_PROBE';

const major = Number(process.versions.node.split('.')[0]);

/**
 * The environment of a test file: the user's own, and what Node's runner (tools/test.py) sets.
 *
 * @param {import('./test-files.mjs').TestFile} file
 * @param {{ temporary: string, probe: string }} folders for the file's temporary files, and for
 *   what the probes write
 * @param {{ thread: number, serial: number }} place
 * @returns {Record<string, string>}
 */
export function testEnvironment(file, folders, { thread, serial }) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  // Every file ends with a check for global variables that it knows nothing of; another version of
  // Node has others.
  if (file.source.major !== major) env.NODE_TEST_KNOWN_GLOBALS = '0';
  return Object.assign(env, {
    NODE_TEST_DIR: folders.temporary,
    TEST_SERIAL_ID: String(serial),
    TEST_THREAD_ID: String(thread),
    TEST_PARALLEL: file.alone ? '0' : '1',
    [probeVariable]: folders.probe,
  });
}
