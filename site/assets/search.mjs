import MiniSearch from 'minisearch';
import { searchOptions } from '../generator/search-options.mjs';

const most = 20;
/** A word of the heading says more than one of the text; the last word may not be whole yet. */
const options = {
  boost: { title: 4, page: 2 },
  prefix: true,
  fuzzy: (word) => (word.length > 4 ? 0.2 : false),
  combineWith: 'AND',
};

/**
 * The dialog that searches all pages. The index is loaded when it is opened first, by a script
 * element: that works for pages that are opened from files, too.
 *
 * @param {string} root the relative URL of the site's folder
 */
export function setUpSearch(root) {
  const dialog = document.querySelector('dialog.search');
  const [input, found, results] = ['input', '.found', '.results'].map((selector) => dialog.querySelector(selector));
  let index;

  const open = async () => {
    dialog.showModal();
    input.select();
    index ??= load(`${root}assets/search-index.js`);
    show(await index);
  };
  const show = (loaded) => {
    const query = input.value.trim();
    const hits = query === '' ? [] : loaded.search(query, options).slice(0, most);
    found.textContent = query === '' ? '' : describe(hits.length);
    results.replaceChildren(...hits.map((hit) => entry(hit, root)));
  };

  document.querySelector('.search-button').addEventListener('click', open);
  input.addEventListener('input', async () => show(await index));
  dialog.addEventListener('keydown', (event) => move(event, dialog));
  // A result on the same page only scrolls.
  results.addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    const asked = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asked || dialog.open) return;
    event.preventDefault();
    open();
  });
}

function load(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve(MiniSearch.loadJS(globalThis.searchIndex, searchOptions));
    script.onerror = () => reject(new Error(`${url} cannot be loaded`));
    document.head.append(script);
  });
}

function describe(count) {
  if (count === 0) return 'Nothing was found.';
  return count === most ? `The best ${most} results` : `${count} result${count === 1 ? '' : 's'}`;
}

function entry({ url, title, page, text }, root) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + url;
  for (const [tag, content] of [
    ['strong', title],
    ['small', page === title ? '' : page],
    ['span', text],
  ]) {
    if (content === '') continue;
    const part = document.createElement(tag);
    part.textContent = content;
    link.append(part);
  }
  item.append(link);
  return item;
}

/**
 * The arrows go from the field through the results, and back. Enter opens the first, Escape closes
 * the dialog.
 */
function move(event, dialog) {
  // A field for searching would only become empty.
  if (event.key === 'Escape') dialog.close();
  const stops = [dialog.querySelector('input'), ...dialog.querySelectorAll('.results a')];
  const place = stops.indexOf(document.activeElement);
  if (event.key === 'Enter' && place === 0) {
    event.preventDefault();
    stops[1]?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || place === -1) return;
  event.preventDefault();
  stops[Math.min(Math.max(place + step, 0), stops.length - 1)].focus();
}
