import { join } from 'node:path';
import { root } from '../run/project.mjs';
import { serve } from './static-server.mjs';

/**
 * Serves the files of examples/browser with the built module beside them, where their import map
 * expects it. Their policy is in the page.
 *
 * @param {{ port?: number }} [options]
 */
export function servePlayground(options) {
  const mounts = { '/querystring.mjs': join(root, 'dist', 'browser', 'querystring.mjs') };
  return serve(join(root, 'examples', 'browser'), { ...options, mounts });
}
