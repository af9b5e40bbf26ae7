import { element } from './elements.mjs';

const MOST_SHOWN = 100;

/** The result as a table that can be edited: a row for each key, a field for each of its values. */
export class ResultTable {
  #container;
  #onEdit;
  /** @type {import('./pairs.mjs').Row[]} */
  #rows = [];

  /**
   * @param {HTMLElement} container
   * @param {(rows: import('./pairs.mjs').Row[]) => void} onEdit called with all rows after each
   *   edit
   */
  constructor(container, onEdit) {
    this.#container = container;
    this.#onEdit = onEdit;
  }

  /** @param {import('./pairs.mjs').Row[]} rows */
  show(rows) {
    this.#rows = rows;
    const shown = rows.slice(0, MOST_SHOWN);
    const head = element('tr', {}, element('th', { scope: 'col' }, 'Key'), element('th', { scope: 'col' }, 'Value'));
    const table = element(
      'table',
      { className: 'result' },
      element('thead', {}, head),
      element('tbody', {}, ...shown.map((row) => this.#row(row))),
    );
    const rest = rows.length - shown.length;
    const add = element('button', { type: 'button', onclick: () => this.#add() }, 'Add a key');
    const note = element('p', { className: 'note' }, rest > 0 ? `and ${rest.toLocaleString('en-US')} more` : '');
    this.#container.replaceChildren(...(rows.length > 0 ? [table] : []), note, add);
  }

  #row(row) {
    const number = this.#rows.indexOf(row) + 1;
    const key = this.#field(`Key ${number}`, row.key, (value) => {
      row.key = value;
    });
    const values = row.values.map((value, index) => {
      const field = this.#field(`Value ${index + 1} of key ${number}`, value, (edited) => {
        row.values[index] = edited;
      });
      const remove = this.#button('×', `Remove value ${index + 1} of key ${number}`, () => this.#remove(row, index));
      return element('li', {}, field, remove);
    });
    const another = this.#button('+', `Another value of key ${number}`, () => {
      row.values.push('');
      this.#redraw(`Value ${row.values.length} of key ${number}`);
    });
    const list = element('ul', { className: row.values.length > 1 ? 'values list' : 'values' }, ...values);
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, key),
      element('td', {}, element('div', { className: 'cell' }, list, another)),
    );
  }

  #field(label, value, edit) {
    const field = element('input', { value, 'aria-label': label, spellcheck: false, autocomplete: 'off' });
    field.oninput = () => {
      edit(field.value);
      this.#onEdit(this.#rows);
    };
    return field;
  }

  #button(text, label, onclick) {
    return element('button', { type: 'button', className: 'icon', title: label, 'aria-label': label, onclick }, text);
  }

  #remove(row, index) {
    row.values.splice(index, 1);
    if (row.values.length === 0) this.#rows = this.#rows.filter((other) => other !== row);
    this.#redraw();
  }

  #add() {
    this.#rows.push({ key: '', values: [''] });
    this.#redraw(`Key ${this.#rows.length}`);
  }

  #redraw(focused) {
    this.show(this.#rows);
    this.#onEdit(this.#rows);
    if (focused) this.#container.querySelector(`[aria-label="${focused}"]`)?.focus();
  }
}
