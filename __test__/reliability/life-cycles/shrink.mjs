/** How long smaller programs are tried, in milliseconds. Waiting for an event takes seconds. */
const LONGEST = 60_000;

/**
 * Makes a program smaller for as long as it shows what it shows.
 *
 * @param {object} program
 * @param {(program: object) => Promise<boolean>} shows
 */
export async function shrink(program, shows) {
  const end = performance.now() + LONGEST;
  let best = program;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const smaller of smallerThan(best)) {
      if (performance.now() > end) return best;
      if (!(await shows(smaller))) continue;
      best = smaller;
      isSmaller = true;
      break;
    }
  }
  return best;
}

function* smallerThan(program) {
  const { steps } = program;
  for (const name of ['timers', 'patch']) if (program[name]) yield without(program, name);
  for (const { do: what, id } of steps)
    if (what === 'start') yield { ...program, steps: steps.filter((step) => step.id !== id) };
  for (const [index, step] of steps.entries())
    if (step.do !== 'start') yield { ...program, steps: steps.toSpliced(index, 1) };
  for (const [index, step] of steps.entries()) {
    const replaced = (by) => ({ ...program, steps: steps.with(index, by) });
    for (const place of (step.listeners ?? []).keys())
      yield replaced({ ...step, listeners: step.listeners.toSpliced(place, 1) });
    for (const name of Object.keys(step.options ?? {}))
      if (!('$' in step.options) && name !== 'stdio' && name !== 'execArgv')
        yield replaced({ ...step, options: without(step.options, name) });
    if (step.options?.$ === 'shaped') yield replaced({ ...step, options: step.options.value });
  }
}

function without(object, name) {
  const { [name]: _, ...rest } = object;
  return rest;
}
