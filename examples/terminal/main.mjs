import { FitAddon } from './addon-fit.mjs';
import * as themes from './themes.mjs';
import { Terminal } from './xterm.mjs';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => (prefersDark.matches ? themes.dark : themes.light);
const element = document.getElementById('terminal');
const state = document.getElementById('state');

const terminal = new Terminal({
  theme: theme(),
  fontFamily: '"JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 15,
  minimumContrastRatio: 4.5,
});
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(element);
fit.fit();
prefersDark.addEventListener('change', () => {
  terminal.options.theme = theme();
});

const encoder = new TextEncoder();
const socket = new WebSocket(`ws://${location.host}/`, ['terminal', location.hash.slice(1) || 'none']);
socket.binaryType = 'arraybuffer';

const tell = (message) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(message);
};
const showSize = () => {
  state.textContent = `${terminal.cols} × ${terminal.rows}`;
  tell(JSON.stringify({ size: [terminal.cols, terminal.rows] }));
};

socket.addEventListener('open', () => {
  showSize();
  terminal.onResize(showSize);
  new ResizeObserver(() => fit.fit()).observe(element);
  terminal.onData((text) => tell(encoder.encode(text)));
  // Bytes that are no characters: reports of the mouse.
  terminal.onBinary((text) => tell(Uint8Array.from(text, (character) => character.charCodeAt(0))));
  terminal.focus();
});
let hasEnded = false;
socket.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') {
    hasEnded = true;
    state.textContent = `ended: ${JSON.parse(data).ended}`;
    return;
  }
  const bytes = new Uint8Array(data);
  terminal.write(bytes, () => tell(JSON.stringify({ shown: bytes.length })));
});
socket.addEventListener('close', () => {
  if (!hasEnded) state.textContent = 'not connected: open the address that the server has printed';
});
