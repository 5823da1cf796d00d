import { createHash } from 'node:crypto';
import { openApiDocument } from '../../openapi';
import type { ReferenceRenderer } from '../../runtime';
import { hasRenderer, readRenderer, type Renderer } from './renderer';

/** Settings of the renderer: it calls nothing, as a static page has no server, and asks no validator. */
const SETTINGS = {
  dom_id: '#reference', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 1, displayOperationId: true,
  supportedSubmitMethods: [], validatorUrl: null,
};

/** A page that renders an OpenAPI document of version 3.1: its policy allows no request, and no script but its own two. */
export function referencePage(document: Readonly<Record<string, unknown>>, renderer: Renderer): string {
  const start = `SwaggerUIBundle(Object.assign(${SETTINGS_TEXT}, { spec: ${jsonInScript(document)} }));`;
  const scripts = [insideScript(renderer.script), start];
  const policy = [
    "default-src 'none'", `script-src ${scripts.map(hashOf).join(' ')}`, "style-src 'unsafe-inline'", 'img-src data:', 'font-src data:',
    "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  return page({ title: titleOf(document), scripts, style: renderer.style, head: `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` });
}

/**
 * The page of the dashboard that renders the API in its query. It has no API inside: it asks for the document with the token that the
 * dashboard keeps in the session of the tab, so it is as open as the dashboard's own page.
 */
function servedReferencePage({ script, style }: Renderer): string {
  return page({ title: 'Reference', scripts: [insideScript(script), ASKS], style, head: '' });
}

const SETTINGS_TEXT = JSON.stringify(SETTINGS);

const ASKS = `(async () => {
  const place = document.getElementById('reference');
  const api = new URLSearchParams(location.search).get('api') ?? '';
  const headers = { Authorization: 'Bearer ' + (sessionStorage.getItem('synthgate-token') ?? '') };
  const answer = await fetch('/api/reference/' + encodeURIComponent(api), { headers });
  const content = await answer.json();
  document.title = api;
  if (answer.ok) SwaggerUIBundle(Object.assign(${SETTINGS_TEXT}, { spec: content }));
  else place.textContent = content.message + ' ' + content.help;
})();`;

interface PageParts {
  readonly title: string;
  readonly scripts: readonly string[];
  readonly style: string;
  readonly head: string;
}

function page({ title, scripts, style, head }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style.replace(/<\/style/gi, '<\\/style').replace(/\/\*# sourceMappingURL=.*?\*\//g, '')}
body { margin: 0; }</style>
</head>
<body>
<div id="reference"></div>
${scripts.map((script) => `<script>${script}</script>\n`).join('')}</body>
</html>
`;
}

function titleOf({ info }: Readonly<Record<string, unknown>>): string {
  const title: unknown = typeof info === 'object' && info !== null && 'title' in info ? info.title : undefined;
  return typeof title === 'string' ? title : 'API';
}

/** A program inside `<script>`, which ends at the first closing tag; a map of its source is not there. */
function insideScript(program: string): string {
  return program.replace(/<\/(?=script)/gi, '<\\/').replace(/<!--/g, '<\\!--').replace(/\/\/# sourceMappingURL=.*/g, '').trim();
}

/** A value as an expression inside `<script>`: no tag or comment of HTML can begin in it. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** The references in the dashboard of a project, where the renderer is installed: it may be while the gateway runs. */
export function dashboardReference(directory: string): ReferenceRenderer {
  return {
    isThere: () => hasRenderer(directory),
    page: () => servedReferencePage(readRenderer(directory)),
    document: (spec) => openApiDocument(spec, { version: '3.1', hasExtensions: false, hasErrors: true }).document,
  };
}
