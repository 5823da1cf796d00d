// Bundles the dashboard into one file: script and style are inline, and the page's own policy names them by their hashes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/** The page and what is inside: `{ html, inputs }`. */
export async function bundleDashboard() {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [{ in: 'lib/dashboard/main.tsx', out: 'page' }, { in: 'lib/dashboard/styles/page.css', out: 'page' }],
    outdir: 'build/dashboard',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    tsconfig: 'lib/dashboard/tsconfig.json',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const textOf = (extension) => outputFiles.find((file) => file.path.endsWith(extension)).text.trim();
  return { html: page(textOf('.js'), textOf('.css')), inputs: Object.keys(metafile.inputs) };
}

function page(script, style) {
  const parts = {
    // frame-ancestors is only read from a header: the gateway sends it
    policy: [
      "default-src 'none'", `script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`, "connect-src 'self'", 'img-src data:',
      "base-uri 'none'", "form-action 'none'",
    ].join('; '),
    script,
    style,
  };
  const template = readFileSync(path.join(root, 'lib/dashboard/index.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
