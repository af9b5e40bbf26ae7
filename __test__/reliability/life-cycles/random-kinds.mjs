/**
 * @typedef {object} Kind what kind of a child is started
 * @property {string} script for `sh`
 * @property {'at once' | 'at end of input' | 'by a signal' | 'with the channel'} ends
 * @property {boolean} [ready] whether it writes `ready` to its standard output
 * @property {boolean} [channel] whether it has a channel, at descriptor 3
 */

/** Signals that end a process without a core. */
const SIGNALS = ['TERM', 'KILL', 'INT', 'HUP', 'USR1', 'USR2', 'ALRM'];
const READING = 'while read -r line; do echo "got $line"; done';

/** @type {((random: import('./random.mjs').Random) => Kind)[]} */
export const KINDS = [
  (random) => ({ script: `exit ${random.below(256)}`, ends: 'at once' }),
  (random) => ({ script: `echo out; echo err >&2; exit ${random.below(3)}`, ends: 'at once' }),
  (random) => ({ script: `echo out; kill -${random.of(SIGNALS)} $$`, ends: 'at once' }),
  (random) => ({ script: `printf '%0${1 + random.below(9000)}d' 0; printf '%010d' 0 >&2`, ends: 'at once' }),
  (random) => ({ script: `head -c ${random.below(300_000)} /dev/zero`, ends: 'at once' }),
  () => ({ script: 'echo early; (sleep 0.01; echo late) & exit 0', ends: 'at once' }),
  () => ({ script: 'echo "$A|$B"; pwd', ends: 'at once' }),
  () => ({ script: 'exec 1>&- 2>&-; exit 3', ends: 'at once' }),
  (random) => ({ script: `echo ready; ${READING}; exit ${random.below(4)}`, ends: 'at end of input', ready: true }),
  () => ({ script: 'echo ready; exec cat', ends: 'at end of input', ready: true }),
  () => ({ script: `exec 1>&-; ${READING}`, ends: 'at end of input' }),
  () => ({ script: 'echo ready; exec sleep 60', ends: 'by a signal', ready: true }),
  () => ({ script: 'exec sleep 60', ends: 'by a signal' }),
];

/** @type {((random: import('./random.mjs').Random) => Kind)[]} */
export const KINDS_WITH_CHANNEL = [
  () => ({ script: 'exec cat <&3 >&3', ends: 'with the channel', channel: true }),
  () => ({ script: `exec cat <&3 >&3`, ends: 'with the channel', channel: true }),
  (random) => ({
    script: `echo ready; exec 3>&-; ${READING}; exit ${random.below(3)}`,
    ends: 'at end of input',
    ready: true,
    channel: true,
  }),
  (random) => ({
    script: `printf '{"a":1}\\n"two"\\n[3]\\n' >&3; exit ${random.below(3)}`,
    ends: 'at once',
    channel: true,
  }),
  () => ({ script: 'exec sleep 60', ends: 'by a signal', channel: true }),
];
