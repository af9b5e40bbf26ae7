/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'read -s: a password that is not shown',
  file: 'bash',
  args: ['-c', 'read -r -s -p "Password: " word; echo; echo "$word" | tr a-z A-Z; read -r -p "Go on? " -n 1; exit 4'],
  async use(pair) {
    await pair.shows(/^Password: $/m);
    pair.type('secret word\r');
    await pair.shows(/^Password: \nSECRET WORD\nGo on\? $/m);
    pair.type('y');
    await pair.ends(4);
  },
};
