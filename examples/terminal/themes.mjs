/** The colours of both schemes: text, background, and the sixteen of a terminal. */
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function theme(foreground, background, selectionBackground, colors, brighter) {
  const bright = (name) => `bright${name[0].toUpperCase()}${name.slice(1)}`;
  return {
    foreground,
    background,
    cursor: foreground,
    cursorAccent: background,
    selectionBackground,
    ...Object.fromEntries(names.map((name, index) => [name, colors[index]])),
    ...Object.fromEntries(names.map((name, index) => [bright(name), brighter[index]])),
  };
}

export const light = theme(
  '#1f2024',
  '#ffffff',
  '#f3d9cc',
  ['#1f2024', '#b3261e', '#1d6b36', '#7a5200', '#1d57b8', '#8a2f9b', '#0b6670', '#625d54'],
  ['#55585f', '#c5221f', '#177a38', '#8a5d00', '#2563c9', '#9c36b0', '#0c7480', '#1f2024'],
);

export const dark = theme(
  '#ecebe8',
  '#1c1e22',
  '#5a3a2a',
  ['#3a3d44', '#ff8a80', '#7fd798', '#ffcf7a', '#8ab4f8', '#e2a0f0', '#72d5e0', '#c9c7c2'],
  ['#8b8f98', '#ffaba4', '#a3e6b5', '#ffe0a6', '#aecbfa', '#edc1f6', '#9be5ee', '#ffffff'],
);
