import { setUpMenu } from './menu.mjs';
import { setUpSearch } from './search.mjs';
import { setUpTheme } from './theme.mjs';

setUpTheme();
setUpMenu();
// The script's own element says where the site begins, seen from this page.
setUpSearch(document.currentScript.dataset.root);
