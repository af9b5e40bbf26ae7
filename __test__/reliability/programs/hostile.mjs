// Sends frames that no well-meant peer sends to a parent and to a child: see
// `../../soak/hostile.mjs`.
import { sendHostileFrames } from '../../soak/hostile-run.mjs';
import { count, plan, progress, result, seed } from './report.mjs';

/** The victim has time limits of its own. */
setInterval(() => progress(0), 10_000).unref();

const failures = [];
let seconds = 0;
for (const victim of ['parent', 'child']) {
  const outcome = await sendHostileFrames({ ...plan, victim, frames: count, seed });
  seconds += outcome.seconds;
  if (!outcome.held) failures.push(`a ${victim} ended with ${outcome.end}`);
}
result({ 'frames to each': count, 'frames a second': Math.round((2 * count) / seconds) }, failures);
