import { importsOf, packageName, targetFile, type Import } from './imports';
import { roomOf, type Source } from './source';

/** Room → the rooms it may import. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

/** Package → the rooms or folders that may import it. */
export type PackageTable = Readonly<Record<string, readonly string[]>>;

/** Imports of a room that the table does not allow, and rooms that the table does not know. */
export function forbiddenRoomImports(sources: readonly Source[], table: ImportTable): readonly string[] {
  return crossings(sources).flatMap(({ from, target, mention }) => {
    const allowed = table[roomOf(from)];
    if (allowed === undefined) {
      return [`${mention.place}: the room "${roomOf(from)}" is not in the import table`];
    }
    return allowed.includes(roomOf(target)) ? [] : [`${mention.place}: ${roomOf(from)} may not import ${roomOf(target)}`];
  });
}

/** Files in no room of the table. */
export function filesInNoRoom(sources: readonly Source[], table: ImportTable): readonly string[] {
  return sources.filter(({ file }) => table[roomOf(file)] === undefined).map(({ file }) => `lib/${file}: in no room of the import table`);
}

/** Imports that enter another room past its index.ts. */
export function pastTheDoor(sources: readonly Source[]): readonly string[] {
  return crossings(sources)
    .filter(({ target }) => target !== 'index.ts' && target !== `${roomOf(target)}/index.ts`)
    .map(({ mention, target }) => `${mention.place}: enter ${roomOf(target)} through its index.ts, not ${target}`);
}

/** Each import cycle once, as the files in its order; types do not count, they are gone when the code runs. */
export function importCycles(sources: readonly Source[]): readonly string[] {
  const graph = valueImports(sources);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const descend = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    }
    if (state.has(file)) {
      return;
    }
    state.set(file, 'open');
    (graph.get(file) ?? []).forEach((target) => descend(target, [...trail, file]));
    state.set(file, 'done');
  };
  [...graph.keys()].forEach((file) => descend(file, []));
  return cycles;
}

function valueImports(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const files = new Set(sources.map(({ file }) => file));
  return new Map(sources.map((source) => {
    const mentions = importsOf(source).filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy);
    return [source.file, mentions.flatMap(({ specifier }) => targetFile(source.file, specifier, files) ?? [])];
  }));
}

/** Imports of a restricted package elsewhere than in its rooms. */
export function packagesOutsideTheirRooms(sources: readonly Source[], table: PackageTable): readonly string[] {
  return packageImports(sources).flatMap(({ file, name, mention }) => {
    const rooms = table[name];
    const isAllowed = rooms === undefined || rooms.some((room) => file === room || file.startsWith(`${room}/`));
    return isAllowed ? [] : [`${mention.place}: ${name} may be imported in ${rooms.join(', ')} only`];
  });
}

/** Imports of a package that come with the file, where it must be loaded only when it is needed. */
export function eagerImports(sources: readonly Source[], packages: readonly string[]): readonly string[] {
  return packageImports(sources)
    .filter(({ name, mention }) => packages.includes(name) && !mention.isTypeOnly && !mention.isLazy)
    .map(({ name, mention }) => `${mention.place}: ${name} is optional: import its types only, require it in a function`);
}

/** Packages that the given rooms use in JavaScript beyond the allowed ones. */
export function unlistedPackages(sources: readonly Source[], rooms: readonly string[], allowed: readonly string[]): readonly string[] {
  return packageImports(sources)
    .filter(({ file, name, mention }) => rooms.includes(roomOf(file)) && !mention.isTypeOnly && !allowed.includes(name))
    .map(({ name, mention }) => `${mention.place}: ${name} is not among ${allowed.join(', ')}`);
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

/** Imports that lead from one room into another. */
function crossings(sources: readonly Source[]): readonly Crossing[] {
  const files = new Set(sources.map(({ file }) => file));
  return sources.flatMap((source) => importsOf(source).flatMap((mention) => {
    const target = targetFile(source.file, mention.specifier, files);
    const staysInside = target === undefined || roomOf(target) === roomOf(source.file);
    return staysInside ? [] : [{ from: source.file, target, mention }];
  }));
}
