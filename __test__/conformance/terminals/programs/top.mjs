/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'top: its table, its help, a change of the size (numbers and states are left out)',
  file: 'top',
  args: ['-d', '60', '-p', '1'],
  // Times, loads and sizes, whose widths change, too.
  normalize: (line) =>
    line
      .replace(/^top - .*(load average).*/, 'top - $1')
      .replace(/^( *1 .*?) [RSDI] /, '$1 S ')
      .replaceAll(/[\d.,:+]+/g, '#')
      .replaceAll(/ +/g, ' ')
      .replace(/(# )+#/g, '#'),
  async use(pair) {
    await pair.shows(/PID USER[\s\S]*\n ?# /);
    pair.type('h');
    await pair.shows(/Help for Interactive Commands/);
    pair.type('\x1b');
    await pair.shows(/PID USER[\s\S]*\n ?# /);
    pair.resize(60, 12);
    await pair.shows(/PID USER/);
    pair.type('q');
    await pair.ends(0);
  },
};
