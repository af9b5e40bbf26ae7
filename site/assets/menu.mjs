/** On a phone the menu is closed until its button is pressed. */
export function setUpMenu() {
  const button = document.querySelector('.menu-button');
  const menu = document.querySelector('.menu');
  const show = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen));
    document.documentElement.toggleAttribute('data-menu', isOpen);
    if (isOpen) menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
  // Where the menu is a column of its own, it begins where the page's entry can be seen.
  const entry = menu.querySelector('[aria-current]');
  if (entry && entry.offsetTop > menu.clientHeight - 100) menu.scrollTop = entry.offsetTop - menu.clientHeight / 2;
}
