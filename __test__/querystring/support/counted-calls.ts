import { Session } from 'node:inspector';

/** The functions of `rt-std/querystring` that run during a call, and how often each. */
export function countedCalls(call: () => unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  call();
  // Without an event loop in between: the session answers at once.
  session.post('Profiler.takePreciseCoverage', (error, report) => {
    if (error) throw error;
    for (const { url, functions } of report.result) {
      if (!/dist[/\\]querystring[/\\]\w+\.js$/.test(url)) continue;
      for (const { functionName, ranges } of functions) {
        const count = ranges[0]?.count ?? 0;
        if (count > 0) counts[functionName] = (counts[functionName] ?? 0) + count;
      }
    }
  });
  session.disconnect();
  return counts;
}
