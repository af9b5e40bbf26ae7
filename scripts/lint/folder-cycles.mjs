/**
 * Finds cycles among the files and folders that stand side by side. A folder counts as one: it
 * uses whatever a file in it uses. The file that stands for a whole folder (`index.ts`, `mod.rs`,
 * `lib.rs`) is part of its folder, and may use and be used by what is in it.
 *
 * @param {Map<string, Set<string>>} graph which file uses which
 * @returns {{ folder: string, text: string }[]} one for each set of names that use each other
 */
export function folderCycles(graph) {
  const levels = new Map();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const border = borderBetween(file, target);
      if (border === undefined) continue;
      const [folder, from, to] = border;
      const edges = levels.get(folder) ?? new Map();
      levels.set(folder, edges);
      const proofs = edges.get(from) ?? new Map();
      edges.set(from, proofs);
      if (!proofs.has(to)) proofs.set(to, `${file} uses ${target}`);
    }
  }
  return [...levels].flatMap(([folder, edges]) =>
    cycles(edges).map((cycle) => ({ folder, text: describe(folder, cycle, edges) })),
  );
}

const frontFile = /^(index|mod|lib|main)\.\w+$/;

/**
 * The folder that both paths are below, and the two names in it; nothing where one of them is its
 * front file.
 */
function borderBetween(file, target) {
  const [left, right] = [file, target].map((path) => path.split('/').map((name, i, all) => plain(name, i, all)));
  let depth = 0;
  while (left[depth] === right[depth] && depth < left.length - 1 && depth < right.length - 1) depth++;
  const [from, to] = [left[depth], right[depth]];
  if (from === to || frontFile.test(from) || frontFile.test(to)) return undefined;
  return [left.slice(0, depth).join('/'), from, to];
}

/** In Rust a module may be `spawn.rs` beside the folder `spawn`. */
function plain(name, index, all) {
  return index === all.length - 1 && name.endsWith('.rs') && !frontFile.test(name) ? name.slice(0, -3) : name;
}

/**
 * One cycle for each set of names that all reach each other: the shortest through its first name.
 */
function cycles(edges) {
  const found = [];
  const named = new Set();
  for (const node of edges.keys()) {
    if (named.has(node)) continue;
    const cycle = shortestCycle(node, edges);
    if (cycle === undefined) continue;
    found.push(cycle);
    for (const other of edges.keys()) {
      if (reaches(node, other, edges) && reaches(other, node, edges)) named.add(other);
    }
  }
  return found;
}

function shortestCycle(node, edges) {
  const seen = new Set();
  let paths = [[node]];
  while (paths.length > 0) {
    const next = [];
    for (const path of paths) {
      for (const target of edges.get(path.at(-1))?.keys() ?? []) {
        if (target === node) return path;
        if (seen.has(target)) continue;
        seen.add(target);
        next.push([...path, target]);
      }
    }
    paths = next;
  }
  return undefined;
}

function reaches(from, to, edges) {
  const seen = new Set();
  const open = [from];
  while (open.length > 0) {
    for (const target of edges.get(open.pop())?.keys() ?? []) {
      if (target === to) return true;
      if (!seen.has(target)) open.push(target);
      seen.add(target);
    }
  }
  return false;
}

function describe(folder, cycle, edges) {
  const proofs = cycle.map((node, index) => edges.get(node).get(cycle[(index + 1) % cycle.length]));
  return `${folder}: ${[...cycle, cycle[0]].join(' → ')} (${proofs.join('; ')})`;
}
