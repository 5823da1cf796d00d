// llms.txt: what coding agents read first (https://llmstxt.org), from docs/index.md. Pages that are not in the npm package are
// left out, so every link leads to a file beside it.
import path from 'node:path';

/** Chapters of the index that are not in the package. */
const NOT_PACKED = ['Examples', 'Contributing'];

export function llmsPage(index, { name, description }) {
  return `${[
    `# ${name}`,
    `> ${description}. No Docker, no AWS account.`,
    'Links are paths in this package. `npx synthgate --help` lists the commands, `npx synthgate explain CODE` says what an error code means and what to do, '
      + '`npx synthgate ls --json` lists the routes of a definition. The test suite compiles and runs every code block of the documentation that is a whole file.',
    '- [README](README.md): install, quick start, features, limitations',
    ...chaptersOf(index).flatMap(({ title, entries }) => [`## ${title}`, entries.map(line).join('\n')]),
  ].join('\n\n')}\n`;
}

function chaptersOf(index) {
  return index.split(/^## /m).slice(1)
    .map((chapter) => ({ title: chapter.slice(0, chapter.indexOf('\n')).trim(), entries: [...rowsOf(chapter), ...itemsOf(chapter)] }))
    .filter(({ title }) => !NOT_PACKED.includes(title));
}

/** `| to do this | [Title](page.md) |` */
function rowsOf(chapter) {
  return [...chapter.matchAll(/^\| (.+?) \| \[([^\]]+)\]\(([^)]+)\) \|$/gm)].map(([, about, title, target]) => ({ title, target, about }));
}

/** `- [Title](page.md): what it is about`, which may go on in the next line. */
function itemsOf(chapter) {
  return [...chapter.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)(?:: ([^]*?))?(?=\n- |\n*$(?![^]))/gm)]
    .map(([, title, target, about = '']) => ({ title, target, about: about.replace(/\s+/g, ' ').trim() }));
}

function line({ title, target, about }) {
  return `- [${title}](${path.posix.join('docs', target)})${about === '' ? '' : `: ${linksInPackage(about)}`}`;
}

function linksInPackage(text) {
  return text.replace(/\]\(([^)]+)\)/g, (link, target) => `](${path.posix.join('docs', target)})`);
}
