const root = document.documentElement;
const isDark = () => getComputedStyle(root).colorScheme === 'dark' || (!root.dataset.theme && preferred.matches);
const preferred = matchMedia('(prefers-color-scheme: dark)');

/** The button changes to the other theme and remembers it; without it the system's is used. */
export function setUpTheme() {
  const button = document.querySelector('.theme-button');
  const label = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`);
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('rt-std-theme', root.dataset.theme);
    } catch {
      // Where nothing may be stored, it holds for this page.
    }
    label();
  });
  preferred.addEventListener('change', label);
  label();
}
