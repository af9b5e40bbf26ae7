/** @type {import('../catalogue.mjs').Description} */
export default {
  package: 'pm2',
  run: 'no-daemon mode: a script (fork), two instances (cluster) on one port, messages, restart after a crash, reload, stop, delete',
  command: () => ['main.mjs'],
  result: ({ stdout, status }) => ({ status, ...JSON.parse(/\{"modes".*\}/.exec(stdout)[0]) }),
  expected: {
    status: 0,
    modes: { crashing: ['fork_mode'], web: ['cluster_mode', 'cluster_mode'] },
    statuses: ['online', 'online', 'online'],
    answered: 2,
    message: { echo: 'hello' },
    restarted: true,
    reloaded: true,
    stopped: 'stopped',
    left: 0,
  },
};
