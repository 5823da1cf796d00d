// The pages of the documentation site: README, docs/ and what they lead to, moved to their address on the site, and a page for
// every error code. Links between pages become links of the site, links to other files and to pages for contributors lead to
// the repository.
import path from 'node:path';
import { errorPage } from './error-page.mjs';

export const REPOSITORY = 'https://github.com/synthgate/synthgate';
const REPOSITORY_FILES = `${REPOSITORY}/blob/main/`;

/** Pages outside of docs/, by their address on the site. */
const OTHER_PAGES = {
  'README.md': 'overview.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security-policy.md',
};

/** Pages for contributors, which are read in the repository. */
const INTERNAL = /^docs\/(?:internals\/|architecture\.md$|reliability\.md$)/;

/** The address of a source file on the site, or undefined when it is not a page. */
export function addressOf(source) {
  if (Object.hasOwn(OTHER_PAGES, source)) return OTHER_PAGES[source];
  if (!source.endsWith('.md') || INTERNAL.test(source)) return undefined;
  const [top, ...rest] = source.split('/');
  if (top === 'docs') return rest.join('/');
  return top === 'examples' ? source.replace(/README\.md$/, 'index.md') : undefined;
}

/** All pages by address. `sources` are texts by source file, `exists` says whether the repository has a file. */
export function sitePages({ sources, exists, errors }) {
  const pages = Object.entries(sources).map(([source, text]) => [addressOf(source), sitePage(source, text, exists)]);
  const codes = Object.keys(errors.catalog).map((name) => [`errors/${name}.md`, errorPage(name, { ...errors, mentions: mentionsOf(name, sources) })]);
  return Object.fromEntries([...pages, ...codes]);
}

/** One page, for tests; `files` are those that the repository has. */
export function movedPage(source, text, files) {
  return sitePage(source, text, (file) => files.includes(file));
}

function sitePage(source, text, exists) {
  const page = eachProse(withoutDiagrams(text), (prose) => prose.replace(LINK, (link, target) => `](${siteLink(target, source, exists)})`));
  return source === 'docs/reference/errors.md' ? withErrorLinks(page) : page;
}

/** Where a link or an image leads; its text may be code, which is a part of its own. */
const LINK = /\]\(([^)\s]+)\)/g;

function siteLink(target, source, exists) {
  // packed pages name files outside of the package by their address in the repository
  const inRepository = target.startsWith(REPOSITORY_FILES);
  if (!inRepository && /^(?:[a-z]+:|#)/.test(target)) return target;
  const [file, anchor] = target.split('#');
  const meant = inRepository ? file.slice(REPOSITORY_FILES.length) : path.posix.join(path.posix.dirname(source), file);
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const address = meant.startsWith('docs/media/') ? meant.slice('docs/'.length) : addressOf(meant);
  if (address !== undefined) return `${relative(addressOf(source), address)}${suffix}`;
  if (!exists(meant)) throw new Error(`${source} links to ${meant}, which does not exist`);
  return `${REPOSITORY_FILES}${meant}${suffix}`;
}

function relative(from, to) {
  const link = path.posix.relative(path.posix.dirname(from), to);
  return link.startsWith('.') ? link : `./${link}`;
}

/** Text outside of code is changed, code stays as it is. */
function eachProse(text, change) {
  return text.split(/(^```[^]*?^```|`[^`\n]+`)/m).map((part, index) => (index % 2 === 0 ? change(part) : part)).join('');
}

/** A mermaid diagram has the same as text below it, which is shown instead. */
function withoutDiagrams(text) {
  return text.replace(/^```mermaid\n[^]*?^```\n+<details><summary>[^<]*<\/summary>\n([^]*?)<\/details>/gm, '$1');
}

/** Each error of the long page leads to its own. */
function withErrorLinks(text) {
  return text.replace(/^(### <a id="(\w+)"><\/a>)\2$/gm, '$1[$2](../errors/$2.md)');
}

/** Guides and concepts that name a code. */
function mentionsOf(name, sources) {
  const pattern = new RegExp(`\\b${name}\\b`);
  return Object.entries(sources)
    .filter(([source, text]) => /^docs\/(?:guides|concepts|[a-z]+\.md)/.test(source) && pattern.test(text))
    .map(([source, text]) => ({ title: titleOf(text), address: `../${addressOf(source)}` }));
}

function titleOf(text) {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}
