import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packageName } from './imports';
import { listFiles } from './source';

const root = path.resolve(__dirname, '..', '..', '..');

/** A file with its path in the repository. */
export interface RepositoryFile {
  readonly file: string;
  readonly text: string;
}

/** The files that use packages, and the reasons for packages that none of them uses. */
export interface PackageUsers {
  /** Files that import packages. */
  readonly code: readonly RepositoryFile[];
  /** Files that name packages: commands and settings. */
  readonly settings: readonly RepositoryFile[];
  /** The reasons for packages that no file imports or names, by package. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Packages without a user, and reasons that none needs. The types of a package are used with it. */
export function unusedPackages(packages: readonly string[], { code, settings, reasons }: PackageUsers): readonly string[] {
  const imported = new Set(code.flatMap(({ text }) => packagesIn(text)));
  const isNamed = (name: string): boolean => settings.some(({ text }) => new RegExp(`(?<![\\w@/.-])${name}(?![\\w/-])`).test(text));
  const isUsed = (name: string): boolean => {
    const typed = /^@types\/(.*)/.exec(name)?.[1];
    return imported.has(name) || isNamed(name) || (typed !== undefined && isUsed(typed));
  };
  return [
    ...packages.filter((name) => !Object.hasOwn(reasons, name) && !isUsed(name)).map((name) => `nobody uses ${name}`),
    ...Object.keys(reasons).filter((name) => !packages.includes(name) || isUsed(name)).map((name) => `${name} needs no reason`),
  ];
}

/** The sources, tests, scripts and examples of the project. */
export function readCode(): readonly RepositoryFile[] {
  const below = ['lib', 'test', 'scripts', 'bench', 'examples'].flatMap((folder) => listFiles(folder).map((file) => `${folder}/${file}`));
  return [...below.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/\.out\/|node_modules\//.test(file)), 'eslint.config.mjs', '.projenrc.ts'].map(read);
}

/** The settings of tools that find packages by name. */
export function readSettings(): readonly RepositoryFile[] {
  const { scripts } = JSON.parse(read('package.json').text) as { readonly scripts: object }; // npm wrote it
  return [{ file: 'package.json', text: Object.values(scripts).join('\n') }, read('tsconfig.json'), read('test/tsconfig.json')];
}

function read(file: string): RepositoryFile {
  return { file, text: readFileSync(path.join(root, file), 'utf8') };
}

function packagesIn(text: string): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => packageName(fileName) ?? []);
}
