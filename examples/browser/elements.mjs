/**
 * Makes an element.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [members] event handlers are functions; `aria-…` and what an
 *   element has no property for become attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, members = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * One text, or a list, as one writes it in JavaScript: spaces, quotes and halves of surrogate pairs
 * can be seen.
 *
 * @param {string[] | undefined} values
 * @param {string} nothing what is shown when there are none
 */
export function literal(values, nothing) {
  if (values === undefined) return element('span', { className: 'nothing' }, nothing);
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  return element('code', {}, values.length === 1 ? list : `[${list}]`);
}
