/**
 * What the index and the page that opens it must agree on. A name such as `killTree` is also found
 * by its words.
 */
export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'url', 'text'],
  processTerm: (term) => [...new Set([term, ...term.split(/(?=[A-Z])/)].map((word) => word.toLowerCase()))],
  searchOptions: { processTerm: (term) => term.toLowerCase() },
};
