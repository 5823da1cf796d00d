import errorExamples from '../docs/reference/error-examples.json';
import { CATALOG } from '../lib/errors';
import { type CatalogRow } from '../lib/errors/catalog-row';
import { callExport, callExports } from './support/scripts/call-exports';

/* The pages that `npm run docs:site` gives to VitePress. The build is a step of `npm test` of its own: VitePress is installed for it. */

interface Report {
  readonly addresses: readonly string[];
  readonly dead: readonly string[];
  readonly unlisted: readonly string[];
  readonly errorPage: string;
  readonly home: string;
}

const report = callExport('scripts/site/read-site.mjs', 'siteReport') as Report;
const rows: Readonly<Record<string, CatalogRow | undefined>> = CATALOG;
const codes = Object.keys(CATALOG);
const examples: Readonly<Record<string, object>> = errorExamples;

test('every error code has a page', () => {
  expect(codes.filter((code) => !report.addresses.includes(`errors/${code}.md`))).toEqual([]);
});

test('it says what the error means and what to do, with the details of an example, and leads to the guides that explain it', () => {
  expect(report.errorPage).toContain('\n# ROUTE_UNKNOWN\n\n> no HEAD on /pets in this deployment; defined: GET, POST\n');
  expect(report.errorPage).toContain('## What to do\n\nCheck the path and method: synthgate ls lists the routes.');
  expect(report.errorPage).toContain('403 `{"message":"Missing Authentication Token"}`');
  expect(report.errorPage).toContain('```text\n[ROUTE_UNKNOWN] no HEAD on /pets in this deployment; defined: GET, POST\n```');
  expect(report.errorPage).toContain('- [Troubleshooting](../guides/troubleshooting.md)');
});

test('an example fills the whole message of its code, and has no other details; without one, the page shows the message as it is', () => {
  for (const [code, details] of Object.entries(examples)) {
    const row = rows[code];
    expect([code, row === undefined]).toEqual([code, false]);
    const names = Object.keys(details);
    expect([code, namesIn(row?.message ?? '').filter((name) => !names.includes(name))]).toEqual([code, []]);
    expect([code, names.filter((name) => !namesIn(`${row?.message} ${row?.help}`).includes(name))]).toEqual([code, []]);
  }
});

test('no link between pages is dead, and the sidebar leads to every page', () => {
  expect(report.dead).toEqual([]);
  expect(report.unlisted).toEqual([]);
});

test('links follow the pages to their address; other files are in the repository, and missing ones stop the build', () => {
  const [moved, missing] = callExports('scripts/site/site-pages.mjs', [
    ['movedPage', 'docs/guides/a.md', '[`x`](../../README.md#y) [z](../../lib/index.ts) `[k](l)`\n```\n[m](n)\n```\n', ['lib/index.ts']],
    ['movedPage', 'docs/guides/a.md', '[z](../../lib/none.ts)', []],
  ]);
  expect(moved?.value).toBe('[`x`](../overview.md#y) [z](https://github.com/synthgate/synthgate/blob/main/lib/index.ts) `[k](l)`\n```\n[m](n)\n```\n');
  expect(missing?.error).toBe('docs/guides/a.md links to lib/none.ts, which does not exist');
});

test('pages for contributors are in the repository, and links to them and to other pages by their address there are followed', () => {
  expect(report.addresses.filter((address) => /^(?:internals\/|architecture|reliability|contributing)/.test(address))).toEqual([]);
  const repository = 'https://github.com/synthgate/synthgate/blob/main';
  const [internal, page] = callExports('scripts/site/site-pages.mjs', [
    ['movedPage', 'docs/a.md', `[x](architecture.md) [y](${repository}/docs/architecture.md#z)`, ['docs/architecture.md']],
    ['movedPage', 'docs/a.md', `[x](${repository}/SECURITY.md)`, []],
  ]);
  expect(internal?.value).toBe(`[x](${repository}/docs/architecture.md) [y](${repository}/docs/architecture.md#z)`);
  expect(page?.value).toBe('[x](./security-policy.md)');
});

test('the home page has the commands to install, does not repeat the index, and leads to the table of features', () => {
  expect(report.home).toContain('npm install --save-dev');
  expect(report.home).toContain('link: /parity#rest-api-features');
  expect(report.home).not.toContain('| task | guide |');
});

test('the chapters of the index are the groups of the sidebar', () => {
  expect(callExport('scripts/site/navigation.mjs', 'sidebarOf', '# D\n\n## Start\n\n| a | [A b](guides/a.md) |\n\n## Contributing\n\n- [C](../SECURITY.md): d [E](internals/e.md)\n')).toEqual([
    { text: 'Start', collapsed: false, items: [{ text: 'A b', link: '/guides/a' }] },
    { text: 'Contributing', collapsed: true, items: [{ text: 'C', link: '/security-policy' }] },
  ]);
});

/** `{name}` of a message. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}
