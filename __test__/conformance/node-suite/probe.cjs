// Loaded after the override: writes, when a process or worker ends, whether Node's modules are
// replaced in it and which functions of ours it called. The profiler counts calls in V8 itself, so
// that the functions the test sees are the very same objects.
'use strict';

const { renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { threadId } = require('node:worker_threads');

const folder = process.env.RT_STD_NODE_SUITE_PROBE;
const packageFolder = join(__dirname, '../../..');
const dist = join(packageFolder, 'dist');
// Where our functions are; in `build` those that `querystring-backend.cjs` puts there.
const places = ['dist/child_process/', 'dist/querystring/', 'dist/override/our-querystring', 'build/querystring/'].map(
  (place) => String(pathToFileURL(join(packageFolder, place))),
);

// The permission model forbids the profiler: without a report the test file is not counted as
// passed.
if (folder && !process.permission) {
  const { isOverridden } = require(join(dist, 'override'));
  // A file that calls `escape` and nothing else has Node's, until a call has loaded ours.
  if (process.argv[1]?.includes('querystring')) require('node:querystring').parse('');
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Taking the counts resets them: what ran while the modules were loaded is no use of them.
  takeCalledFunctions(session);
  const { moduleLoadList } = process;
  const watched = Object.getPrototypeOf(moduleLoadList);
  // The override sees by this list when Node has loaded its own module, and loads ours: that is no
  // use of them either.
  const prototype = new Proxy(Object.create(watched), {
    set(target, key, value, receiver) {
      const isDefined = Reflect.set(target, key, value, receiver);
      if (value === 'NativeModule child_process') takeCalledFunctions(session);
      return isDefined;
    },
  });
  Object.setPrototypeOf(moduleLoadList, prototype);
  const file = join(folder, `${process.pid}-${threadId}.json`);
  process.on('exit', () => {
    const functions = takeCalledFunctions(session);
    try {
      // A process may be killed while it writes: only a whole report gets its name.
      writeFileSync(`${file}.part`, JSON.stringify({ overridden: isOverridden(), functions }));
      renameSync(`${file}.part`, file);
    } catch {
      // The test has left no descriptor, or has removed the folder. It shall end as without the
      // probe.
    }
  });
}

function takeCalledFunctions(session) {
  let scripts = [];
  // Without a debugger in between, the answer comes before `post` returns.
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    scripts = coverage.result;
  });
  return scripts.flatMap(({ url, functions }) => {
    if (!places.some((place) => url.startsWith(place))) return [];
    return functions
      .filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0)
      .map(({ functionName }) => `${url.slice(String(pathToFileURL(packageFolder)).length + 1)} ${functionName}`);
  });
}
