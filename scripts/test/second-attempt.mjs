/**
 * In CI what fails is run a second time, by itself: among eleven thousand tests about processes one
 * may find its machine too busy. What passes then counts as passed, and CI names it at its end.
 * Elsewhere a failure is a failure at once.
 */
export function secondAttempts() {
  return Boolean(process.env.CI);
}

/**
 * Names what has passed in its second attempt.
 *
 * @param {string} name
 */
export function reportLate(name) {
  console.log(`in the second attempt: ${name}`);
}

/**
 * The spec files to which the titles of tests belong: AVA writes the folders and the name of the
 * file before a title, unless it runs one file only.
 *
 * @param {string[]} titles
 * @param {string[]} files compiled spec files
 * @returns {string[] | undefined} `undefined` when a title belongs to none
 */
export function filesOf(titles, files) {
  if (files.length === 1) return files;
  const found = titles.map((title) => fileOf(title, files));
  return found.includes(undefined) ? undefined : [...new Set(found)];
}

function fileOf(title, files) {
  const lengths = files.map((file) => sharedParts(title, file));
  const most = Math.max(...lengths);
  return most > 0 ? files[lengths.indexOf(most)] : undefined;
}

/** How many of the last parts of a path stand at the beginning of a title. */
function sharedParts(title, file) {
  const parts = file.replace(/\.spec\.js$/, '').split('/');
  const shared = parts.map((_, index) => parts.slice(index)).find((end) => title.startsWith(`${end.join(' › ')} › `));
  return shared?.length ?? 0;
}
