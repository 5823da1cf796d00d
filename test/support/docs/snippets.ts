import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a page. */
export interface Snippet {
  /** Relative to the repository, with the line of the block: `docs/guides/functions.md:38`. */
  readonly location: string;
  readonly language: string;
  /** Marked as a part of something, which cannot be checked by itself. */
  readonly isFragment: boolean;
  readonly text: string;
}

/** A page and its blocks. */
export interface Page {
  readonly name: string;
  readonly snippets: readonly Snippet[];
}

const FENCE = /^```(\w*)( fragment)?\n(.*?)^```$/gms;
const FILE_NAME = /^\/\/ (\S+\.\w+)\n/;

/** README.md, the other pages that it leads to, and every page below docs/. */
export function readPages(root: string): Page[] {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).sort();
  const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/README.md', ...pages.map((name) => `docs/${name}`)];
  return names.map((name) => ({ name, snippets: snippetsOf(name, readFileSync(path.join(root, name), 'utf8')) }));
}

/** The blocks of a page in their order. */
export function snippetsOf(name: string, page: string): Snippet[] {
  return [...page.matchAll(FENCE)].map(({ 1: language, 2: mark, 3: text, index }) => ({
    location: `${name}:${page.slice(0, index).split('\n').length}`, language, isFragment: mark !== undefined, text,
  }));
}

/** The file that a snippet is, named in its first line: `// src/pets.ts`. */
export function fileOf({ text }: Snippet): string | undefined {
  return FILE_NAME.exec(text)?.[1];
}
