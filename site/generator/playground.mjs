import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Failure } from '../../scripts/run/failure.mjs';
import { root } from '../../scripts/run/project.mjs';

const folder = join(root, 'examples', 'browser');

/**
 * The playground of `examples/browser` for a page of the site: its part of the page, its style for
 * that part alone, and its program as one script. Modules cannot be loaded from files.
 *
 * @returns {Promise<{ content: string, style: string, script: string }>}
 */
export async function playgroundParts() {
  return { content: content(), style: style(), script: await script() };
}

function content() {
  const [body] = part('index.html', /<header>.*(?=\n\s*<\/body>)/s);
  // A page has one header and one main part, which are the site's.
  const inPage = body.replace(/<(\/?)(header|main)\b/g, (_, end, name) =>
    end ? '</div' : `<div class="playground-${name}"`,
  );
  return `<div class="playground">\n${inPage}\n</div>`;
}

/** The site has its own colours, in variables of the same names, and its own body. */
function style() {
  const text = readFileSync(join(folder, 'style.css'), 'utf8');
  const rest = text
    .replace(/^:root \{.*?^\}/ms, '')
    .replace(/^body \{.*?^\}/ms, '')
    .replace(/^(\s*)(header|main)\b/gm, '$1.playground-$2');
  return `@scope (.playground) {\n${rest}}\n`;
}

/** The colours of the playground, which the site uses for all of its pages. */
export function colours() {
  return part('style.css', /^:root \{.*?^\}/ms)[0];
}

function part(file, pattern) {
  const found = pattern.exec(readFileSync(join(folder, file), 'utf8'));
  if (!found) throw new Failure(`examples/browser/${file} has no ${pattern}`);
  return found;
}

async function script() {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.mjs')],
    alias: { 'rt:querystring': join(root, 'dist', 'browser', 'querystring.mjs') },
    absWorkingDir: root,
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: ['es2022'],
    write: false,
    logLevel: 'warning',
  });
  // Its first lines await the module, which only an asynchronous function may in a plain script.
  return `(async () => {\n${outputFiles[0].text}\n})();\n`;
}
