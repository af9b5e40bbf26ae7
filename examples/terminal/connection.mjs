import { spawn } from 'rt-std/child_process';

/** As much output may be on its way to the page before the program has to wait. */
const MOST_ON_THE_WAY = 1 << 20;

/**
 * Gives a page a shell. Binary messages are what comes from the terminal and what is typed; texts
 * are JSON: `{ size: [cols, rows] }`, the first message, and `{ shown: bytes }` from the page,
 * `{ ended }` to it.
 *
 * @param {import('ws').WebSocket} connection
 * @param {string} shell
 * @param {string[]} args
 * @param {import('rt-std/child_process').SpawnOptions} options
 */
export function connect(connection, shell, args, options) {
  let child;
  let onTheWay = 0;

  const start = (cols, rows) => {
    child = spawn(shell, args, { ...options, terminal: { cols, rows, name: 'xterm-256color' } });
    child.terminal.on('data', (bytes) => {
      onTheWay += bytes.length;
      if (onTheWay > MOST_ON_THE_WAY) child.terminal.pause();
      connection.send(bytes);
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(signal ?? `code ${code}`));
  };
  const end = (how) => {
    connection.send(JSON.stringify({ ended: how }));
    connection.close();
  };
  const receive = ({ size, shown }) => {
    if (shown !== undefined) {
      onTheWay -= shown;
      if (onTheWay <= MOST_ON_THE_WAY / 2) child?.terminal.resume();
    } else if (child === undefined) start(...size);
    else if (!child.terminal.destroyed) child.terminal.resize(...size);
  };

  connection.on('message', (data, isBinary) => {
    try {
      if (!isBinary) receive(JSON.parse(data));
      else if (child?.terminal.writable) child.terminal.write(data);
    } catch {
      // No size, or no JSON: not from our page.
      connection.close(1008);
    }
  });
  connection.on('error', () => connection.terminate());
  // The page is gone: what runs in the terminal is hung up.
  connection.on('close', () => child?.terminal.destroy());
}
