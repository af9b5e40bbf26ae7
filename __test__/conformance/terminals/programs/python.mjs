/** @type {import('../interactive.mjs').Interactive} */
export default {
  title: 'python3 with readline: history, editing, completion, Ctrl-C and Ctrl-D',
  file: 'python3',
  args: ['-q'],
  async use(pair) {
    await pair.shows(/^>>> $/m);
    pair.type('import sys; sys.stdin.isatty(), 6 * 7\r');
    await pair.shows(/^\(True, 42\)\n>>> $/m);
    pair.type('\x1b[A\x7f8\r');
    await pair.shows(/^\(True, 48\)\n>>> $/m);
    pair.type("orld'\x01'hello w\r");
    await pair.shows(/^'hello world'\n>>> $/m);
    pair.type('sys.maxs\t\r');
    await pair.shows(/^>>> sys\.maxsize\n\d+\n>>> $/m);
    pair.type('for number in range(3):\r    print(number)\r\r');
    await pair.shows(/^0\n1\n2\n>>> $/m);
    pair.type('unfinished(\x03');
    await pair.shows(/KeyboardInterrupt\n>>> $/m);
    pair.type('import time; print("asleep"); time.sleep(1000)\r');
    await pair.shows(/^asleep$/m);
    pair.type('\x03');
    await pair.shows(/^asleep\n[\s\S]*KeyboardInterrupt\n>>> $/m);
    pair.type('\x04');
    // Of the interrupts, it makes its own end.
    await pair.ends();
  },
};
