/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'bash -i with job control (Ctrl-C, Ctrl-Z, fg), and a change of the size',
  file: 'bash',
  args: ['--norc', '--noprofile', '-i'],
  async use(pair) {
    await pair.shows(/^> $/m);
    await pair.foreground('bash');
    pair.type('printf \'\\033[1;31mred\\033[0m %s\\n\' "$TERM"; stty size\r');
    await pair.shows(/^red xterm-256color\n24 80\n> $/m);
    pair.type('sleep 1000\r');
    await pair.foreground('sleep');
    pair.type('\x03');
    await pair.shows(/\^C\n> $/m);
    pair.type('echo $?\r');
    await pair.shows(/^130\n> $/m);
    pair.type('sleep 2000\r');
    await pair.foreground('sleep');
    pair.type('\x1a');
    await pair.shows(/\^Z\n\[1\]\+ +Stopped +sleep 2000\n> $/m);
    await pair.foreground('bash');
    pair.type('bg; jobs\r');
    await pair.shows(/Running +sleep 2000 &\n> $/m);
    pair.type('fg\r');
    await pair.foreground('sleep');
    pair.type('\x03');
    await pair.shows(/^sleep 2000\n\^C\n> $/m);
    pair.type('cat\r');
    await pair.foreground('cat');
    pair.type('a line\r');
    await pair.shows(/^a line\na line$/m);
    pair.type('\x04');
    await pair.foreground('bash');
    pair.resize(100, 30);
    pair.type('clear; stty size; echo $COLUMNS $LINES\r');
    await pair.shows(/^30 100\n100 30\n> $/m);
    pair.type('exit 3\r');
    await pair.ends(3);
  },
};
