import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A parsed file; `file` is relative to its top-level folder, with forward slashes. */
export interface Source {
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

const root = path.resolve(__dirname, '..', '..', '..');

/** Parses one file; for samples, the text is given. */
export function parse(file: string, text: string, folder = 'lib'): Source {
  return { folder, file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true) };
}

/** The text of a file of lib/. */
export function readLibraryFile(file: string): string {
  return readFileSync(path.join(root, 'lib', file), 'utf8');
}

/** All TypeScript files, pages included, below a folder of the repository. */
export function readSources(folder: string): readonly Source[] {
  return listFiles(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => parse(file, readFileSync(path.join(root, folder, file), 'utf8'), folder));
}

/** The scripts of the project, which take some names from the build. */
export function readScripts(): readonly Source[] {
  return listFiles('scripts')
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => parse(file, readFileSync(path.join(root, 'scripts', file), 'utf8'), 'scripts'));
}

/** All files below a folder, relative to it, in a fixed order. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** `cli/commands/list.ts` is in `cli`; the file lib/index.ts is a module of its own, `index.ts`. */
export function moduleOf(file: string): string {
  return file.split('/')[0];
}

/** `spec/read.ts:12`, to click on. */
export function locationOf(source: Source, node: ts.Node): string {
  const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
  return `${source.folder}/${source.file}:${line + 1}`;
}

/** Calls `visit` for every node of the file. */
export function visitAll(source: Source, visit: (node: ts.Node) => void): void {
  const descend = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, descend);
  };
  descend(source.tree);
}
