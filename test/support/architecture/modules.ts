import path from 'node:path';
import { importsOf, packageName, targetFile, type Import } from './imports';
import { moduleOf, type Source } from './source';

/** Module → the modules it may import. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

/** Package → the modules or folders that may import it. */
export type PackageTable = Readonly<Record<string, readonly string[]>>;

/** Imports of a module that the table does not allow, and modules that the table does not know. */
export function forbiddenImports(sources: readonly Source[], table: ImportTable): readonly string[] {
  return crossings(sources).flatMap(({ from, target, mention }) => {
    const allowed = table[moduleOf(from)];
    if (allowed === undefined) {
      return [`${mention.location}: the module "${moduleOf(from)}" is not in the import table`];
    }
    return allowed.includes(moduleOf(target)) ? [] : [`${mention.location}: ${moduleOf(from)} may not import ${moduleOf(target)}`];
  });
}

/** Imports of files outside the folder that the sources are in: the suites use the package as users do, not its sources. */
export function importsOfOtherFolders(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, ...source }) => importsOf({ file, ...source })
    .filter(({ specifier }) => specifier.startsWith('.') && path.posix.join(path.posix.dirname(file), specifier).startsWith('..'))
    .map(({ location, specifier }) => `${location}: ${specifier} is outside of ${source.folder}`));
}

/** Files in no module of the table. */
export function filesInNoModule(sources: readonly Source[], table: ImportTable): readonly string[] {
  return sources.filter(({ file }) => table[moduleOf(file)] === undefined).map(({ file }) => `lib/${file}: in no module of the import table`);
}

/** Imports of another module that bypass its index.ts, without types of files in `openTypes` and anything of those in `open`. */
export function deepImports(sources: readonly Source[], openTypes: readonly string[] = [], open: readonly string[] = []): string[] {
  return crossings(sources)
    .filter(({ target, mention }) => !open.includes(target) && !(openTypes.includes(target) && mention.isTypeOnly))
    .filter(({ target }) => target !== 'index.ts' && target !== `${moduleOf(target)}/index.ts`)
    .map(({ mention, target }) => `${mention.location}: import ${moduleOf(target)} through its index.ts, not ${target}`);
}

/** Imports of a restricted package elsewhere than in its modules. */
export function packagesOutsideTheirModules(sources: readonly Source[], table: PackageTable): readonly string[] {
  return packageImports(sources).flatMap(({ file, name, mention }) => {
    const homes = table[name];
    const isAllowed = homes === undefined || homes.some((home) => file === home || file.startsWith(`${home}/`));
    return isAllowed ? [] : [`${mention.location}: ${name} may be imported in ${homes.join(', ')} only`];
  });
}

/** Imports of a package that come with the file, where it must be loaded only when it is needed. */
export function eagerImports(sources: readonly Source[], packages: readonly string[]): readonly string[] {
  return packageImports(sources)
    .filter(({ name, mention }) => packages.includes(name) && !mention.isTypeOnly && !mention.isLazy)
    .map(({ name, mention }) => `${mention.location}: ${name} is optional: import its types only, require it in a function`);
}

/** Packages that the given modules use in JavaScript beyond the allowed ones. */
export function unlistedPackages(sources: readonly Source[], modules: readonly string[], allowed: readonly string[]): readonly string[] {
  return packageImports(sources)
    .filter(({ file, name, mention }) => modules.includes(moduleOf(file)) && !mention.isTypeOnly && !allowed.includes(name))
    .map(({ name, mention }) => `${mention.location}: ${name} is not among ${allowed.join(', ')}`);
}

interface PackageImport {
  readonly file: string;
  readonly name: string;
  readonly mention: Import;
}

function packageImports(sources: readonly Source[]): readonly PackageImport[] {
  return sources.flatMap((source) => importsOf(source).flatMap((mention) => {
    const name = packageName(mention.specifier);
    return name === undefined ? [] : [{ file: source.file, name, mention }];
  }));
}

interface Crossing {
  readonly from: string;
  readonly target: string;
  readonly mention: Import;
}

/**
 * Imports between the inner modules of the runtime (`runtime/router` → `router`) that the table does not allow. Files beside
 * the folders belong to none, and a folder that the table does not name is not held yet.
 */
export function forbiddenInnerImports(sources: readonly Source[], table: ImportTable): readonly string[] {
  const files = new Set(sources.map(({ file }) => file));
  return sources.flatMap((source) => {
    const from = innerModuleOf(source.file);
    const allowed = from === undefined ? undefined : table[from];
    if (allowed === undefined) return [];
    return importsOf(source).flatMap(({ specifier, location }) => {
      const target = innerModuleOf(targetFile(source.file, specifier, files) ?? '');
      const isHeld = target !== undefined && target !== from && table[target] !== undefined;
      return isHeld && !allowed.includes(target) ? [`${location}: ${from} may not import ${target}`] : [];
    });
  });
}

/** Returns the entries of the table that no import uses: a table without such entries describes the imports as they are. */
export function needlessImports(sources: readonly Source[], table: ImportTable): readonly string[] {
  const used = new Set(crossings(sources).map(({ from, target }) => `${moduleOf(from)} imports ${moduleOf(target)}`));
  return entriesOf(table).filter((entry) => !used.has(entry));
}

/** The same for the inner modules of the runtime. */
export function needlessInnerImports(sources: readonly Source[], table: ImportTable): readonly string[] {
  const files = new Set(sources.map(({ file }) => file));
  const used = new Set(sources.flatMap((source) => importsOf(source).map(({ specifier }) =>
    `${innerModuleOf(source.file) ?? ''} imports ${innerModuleOf(targetFile(source.file, specifier, files) ?? '') ?? ''}`)));
  return entriesOf(table).filter((entry) => !used.has(entry));
}

/** The same for packages. */
export function needlessPackages(sources: readonly Source[], table: PackageTable): readonly string[] {
  const imports = packageImports(sources);
  return Object.entries(table).flatMap(([name, homes]) => homes
    .filter((home) => !imports.some(({ file, name: used }) => used === name && moduleOf(file) === home))
    .map((home) => `${home} does not import ${name}`));
}

/** The rows `| \`module\` | … | \`imports\` |` of a page, as the table has them. */
export function tableOnPage(page: string): Record<string, readonly string[]> {
  const rows = page.split('\n').map((line) => /^\| `([\w.-]+)` \| .* \| ([^|]+) \|$/.exec(line)).filter((row) => row !== null);
  return Object.fromEntries(rows.map(([, name = '', cell = '']) => [name, cell.split(':')[0].match(/[\w.-]+/g) ?? []]));
}

/** Modules of a table that import each other, directly or not. */
export function tableCycles(table: ImportTable): readonly string[] {
  const reachable = (from: string, seen: ReadonlySet<string>): ReadonlySet<string> =>
    (table[from] ?? []).reduce((known, next) => (known.has(next) ? known : reachable(next, new Set([...known, next]))), seen);
  return Object.keys(table).filter((name) => reachable(name, new Set()).has(name));
}

function entriesOf(table: ImportTable): string[] {
  return Object.entries(table).flatMap(([from, targets]) => targets.map((target) => `${from} imports ${target}`));
}

/** `runtime/router/router.ts` is in `router`, `runtime/start.ts` in none. */
function innerModuleOf(file: string): string | undefined {
  return /^runtime\/([^/]+)\//.exec(file)?.[1];
}

/** Imports that lead from one module into another. */
function crossings(sources: readonly Source[]): readonly Crossing[] {
  const files = new Set(sources.map(({ file }) => file));
  return sources.flatMap((source) => importsOf(source).flatMap((mention) => {
    const target = targetFile(source.file, mention.specifier, files);
    const staysInside = target === undefined || moduleOf(target) === moduleOf(source.file);
    return staysInside ? [] : [{ from: source.file, target, mention }];
  }));
}
