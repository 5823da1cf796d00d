// Reads what the documentation site is made from: the pages of the repository, and the error catalog of the built library.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { navOf, sidebarOf } from './navigation.mjs';
import { addressOf, REPOSITORY, sitePages } from './site-pages.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** Pages that other pages lead to: the home page, the codes of the error page, and single apps and sources of the examples. */
const UNLISTED = /^(?:index\.md|overview\.md|errors\/.*|examples\/(?:apps|sources)\/.+\/.*)$/;
const textOf = (file) => readFileSync(path.join(root, file), 'utf8');

/** The pages by address, and what packages/site/.vitepress/config.mjs needs to know. */
export function readSite() {
  const sources = Object.fromEntries(sourceFiles().map((file) => [file, textOf(file)]));
  const sidebar = sidebarOf(sources['docs/index.md']);
  const pages = sitePages({ sources, exists: (file) => existsSync(path.join(root, file)), errors: readErrors() });
  const { description } = JSON.parse(textOf('package.json'));
  return {
    pages: { ...pages, 'index.md': homePage(description) },
    settings: { description, sidebar, nav: navOf(sidebar), repository: REPOSITORY },
  };
}

/**
 * Returns the addresses of the pages, links that lead nowhere, pages that the sidebar does not link to, the page of an error and the
 * home page.
 */
export function siteReport() {
  const { pages, settings } = readSite();
  const addresses = Object.keys(pages);
  const linked = new Set(settings.sidebar.flatMap(({ items }) => items.map(({ link }) => link)));
  return {
    addresses,
    dead: addresses.flatMap((address) => linksOf(pages[address]).map((target) => path.posix.join(path.posix.dirname(address), target))
      .filter((target) => !addresses.includes(target)).map((target) => `${address}: ${target}`)),
    unlisted: addresses.filter((address) => !UNLISTED.test(address) && !linked.has(`/${address.replace(/(?:index)?\.md$/, '')}`)),
    errorPage: pages['errors/ROUTE_UNKNOWN.md'],
    home: pages['index.md'],
  };
}

function linksOf(page) {
  return [...page.replace(/^```[^]*?^```/gm, '').matchAll(/\]\((\.[^)#\s]*\.md)/g)].map(([, target]) => target);
}

function sourceFiles() {
  const below = (folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file));
  return ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...below('docs'), ...below('examples')]
    .filter((file) => addressOf(file) !== undefined).sort();
}

function readErrors() {
  const require = createRequire(import.meta.url);
  const { CATALOG: catalog, fillMessage } = require('../../build/errors/index.js');
  const { GATEWAY_RESPONSE_DEFAULTS: gatewayResponses } = require('../../build/spec/index.js');
  return { catalog, fillMessage, gatewayResponses, examples: JSON.parse(textOf('docs/reference/error-examples.json')) };
}

/** The cards of the start page: title, text and link. */
const FEATURES = [
  ['Save, and call', 'synthgate dev serves your API and follows every edit. Each function is a real Lambda handler in its own process, with limits on time and memory.', '/guides/develop'],
  ['See why', 'The dashboard shows every request, the steps of API Gateway that it went through, and why it failed.', '/guides/dashboard'],
  ['Test limits in milliseconds', 'Quotas, throttles, caches and tokens follow a clock that your test moves, in jest or vitest.', '/guides/testing'],
  ['Keep what you have', 'CDK apps, CloudFormation and SAM templates, OpenAPI documents and serverless.yml are served unchanged.', '/guides/import'],
  ['Like API Gateway', 'Authorizers, API keys, mapping templates, validation, CORS and errors behave as they do on AWS; the table says where they differ.', '/parity#rest-api-features'],
  ['Deploy with the CDK', 'The same constructs become API Gateway and Lambda resources in your stack.', '/guides/deploy-to-aws'],
];

const INSTALL = `## Install

synthgate is not on npm yet. In a clone of the repository, with Node 20.19 or newer:

\`\`\`sh
npm ci && npm run build && npm pack
\`\`\`

In a project with a CDK app or a template:

\`\`\`sh
npm install --save-dev <path to the clone>/synthgate-0.1.0.tgz esbuild constructs
npx synthgate dev
\`\`\``;

/** The name of the project, the ways in and the commands to install it. The documentation is in the sidebar, so it is not repeated. */
function homePage(description) {
  const actions = [['brand', 'Getting started', '/guides/getting-started'], ['alt', 'I have an API', '/guides/import'], ['alt', 'Why 403?', '/guides/troubleshooting']];
  return [
    '---', 'layout: home', 'hero:', '  name: synthgate', `  tagline: ${JSON.stringify(description)}`, '  actions:',
    ...actions.map(([theme, text, link]) => `    - { theme: ${theme}, text: ${JSON.stringify(text)}, link: ${link} }`),
    'features:', ...FEATURES.map(([title, details, link]) => `  - { title: ${JSON.stringify(title)}, details: ${JSON.stringify(details)}, link: ${link} }`),
    '---', '', INSTALL, '',
  ].join('\n');
}
