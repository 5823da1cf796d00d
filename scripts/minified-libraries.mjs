import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** Written as an ES module, whose top level esbuild may rename as it is. */
const ES_MODULE = /^\s*(?:import|export)\b/m;

/**
 * Renames what libraries have inside: their names tell a reader of a stack nothing. Ours stay, and so do all names that are
 * seen from outside: exports, members, codes.
 */
export const minifiedLibraries = {
  name: 'minified-libraries',
  setup(build) {
    build.onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path: file }) => {
      if (/\.min\.[cm]?js$/.test(file)) return undefined;
      const text = readFileSync(file, 'utf8');
      const isModule = file.endsWith('.mjs') || (!file.endsWith('.cjs') && ES_MODULE.test(text));
      const { code } = await esbuild.transform(text, {
        minify: true, platform: 'node', target: 'node20', legalComments: 'none', ...(isModule ? {} : { format: 'cjs' }),
      });
      return { contents: code, resolveDir: path.dirname(file) };
    });
  },
};
