// The navigation of the documentation site, read from docs/index.md: its chapters are the groups of the sidebar, its links the
// entries, in their order.
import path from 'node:path';
import { addressOf } from './site-pages.mjs';

/** The sidebar, given docs/index.md. */
export function sidebarOf(index) {
  return chaptersOf(index).map(({ title, links }) => ({ text: title, collapsed: title === 'Internals', items: links }));
}

/** The bar on top: the first page of each chapter. */
export function navOf(sidebar) {
  return [{ text: 'Overview', link: '/overview' }, ...sidebar.map(({ text, items }) => ({ text, link: items[0].link }))];
}

function chaptersOf(index) {
  return index.split(/^## /m).slice(1).map((chapter) => ({ title: chapter.slice(0, chapter.indexOf('\n')).trim(), links: linksOf(chapter) }));
}

function linksOf(chapter) {
  return [...chapter.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(([, text, target]) => ({ text, link: `/${address(target).replace(/(?:index)?\.md$/, '')}` }));
}

function address(target) {
  const source = path.posix.join('docs', target);
  const found = addressOf(source);
  if (found === undefined) throw new Error(`docs/index.md links to ${source}, which is not a page of the site`);
  return found;
}
