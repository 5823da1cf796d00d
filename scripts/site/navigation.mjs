// The navigation of the documentation site, read from docs/index.md: its chapters are the groups of the sidebar, its links the
// entries, in their order.
import path from 'node:path';
import { addressOf, REPOSITORY } from './site-pages.mjs';

/** Chapters that are folded until somebody opens them. */
const FOLDED = ['Concepts', 'Reference', 'Examples', 'Contributing'];
/** Chapters in the bar on top, by the page that each leads to: their first. */
const IN_BAR = ['Start', 'Bring your API', 'Stages and AWS', 'Troubleshooting', 'Reference'];

/** The sidebar, given docs/index.md: its chapters with pages of the site. */
export function sidebarOf(index) {
  return chaptersOf(index).filter(({ links }) => links.length > 0)
    .map(({ title, links }) => ({ text: title, collapsed: FOLDED.includes(title), items: links }));
}

/** The bar on top. */
export function navOf(sidebar) {
  return [{ text: 'Overview', link: '/overview' }, ...sidebar.filter(({ text }) => IN_BAR.includes(text)).map(({ text, items }) => ({ text, link: items[0].link }))];
}

function chaptersOf(index) {
  return index.split(/^## /m).slice(1).map((chapter) => ({ title: chapter.slice(0, chapter.indexOf('\n')).trim(), links: linksOf(chapter) }));
}

function linksOf(chapter) {
  return [...chapter.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].flatMap(([, text, target]) => {
    const address = addressOf(sourceOf(target));
    return address === undefined ? [] : [{ text, link: `/${address.replace(/(?:index)?\.md$/, '')}` }];
  });
}

/** The file that docs/index.md links to; a page for contributors is not one of the site. */
function sourceOf(target) {
  return target.startsWith(REPOSITORY) ? target.slice(`${REPOSITORY}/blob/main/`.length) : path.posix.join('docs', target);
}
