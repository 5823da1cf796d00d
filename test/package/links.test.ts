import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json';
import { packedFiles } from '../support/package/consumer';

/* The links of every page in the package: a reader of node_modules/synthgate has the packed files only. */

const root = path.resolve(__dirname, '../..');
const repository = packageJson.repository.url.replace(/\.git$/, '');
const files = packedFiles();
const pages = files.filter((file) => /^(?!build\/|THIRD-PARTY).*\.(?:md|txt)$/.test(file));
const anchors = new Map<string, readonly string[]>();

test('the package has the pages that are followed', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'llms.txt', 'docs/index.md', 'docs/reference/errors.md']));
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(800);
});

test.each(pages)('every link of %s leads to a packed file and a heading in it', (page) => {
  expect(linksOf(page).filter((link) => !/^[a-z]+:/.test(link)).filter((link) => {
    const [target = '', anchor = ''] = link.split('#');
    const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
    return !files.includes(file) || (anchor !== '' && !anchorsOf(file).includes(anchor));
  })).toEqual([]);
});

test('every link into the repository leads to one of its files', () => {
  const links = pages.flatMap(linksOf).filter((link) => link.startsWith(`${repository}/blob/main/`));
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !isInRepository(link.slice(`${repository}/blob/main/`.length)))).toEqual([]);
});

function isInRepository(link: string): boolean {
  const [file = '', anchor = ''] = link.split('#');
  return existsSync(path.join(root, file)) && (anchor === '' || anchorsOf(file).includes(anchor));
}

/** Returns the targets of the links outside of code. */
function linksOf(page: string): string[] {
  const prose = readFileSync(path.join(root, page), 'utf8').replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\n]+)\)/g)].flatMap(([, target]) => target ?? []);
}

/** Returns the explicit anchors of a page, and those that hosts make from its headings. */
function anchorsOf(page: string): readonly string[] {
  const known = anchors.get(page);
  if (known !== undefined) return known;
  const text = readFileSync(path.join(root, page), 'utf8');
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].flatMap(([, id]) => id ?? []);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
  anchors.set(page, [...explicit, ...headings]);
  return [...explicit, ...headings];
}
