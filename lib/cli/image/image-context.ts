import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { packageDirectory } from '../version';
import { FIRST_LINE } from './dockerfile';

/** The parts of this package that serve a gateway, besides its build. */
const FILES = ['bin', 'build', 'package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'];

/** Client of a store that gateways share. */
const STORE_CLIENT = 'ioredis';

/** The parts of a context, which is replaced as a whole, and the entries of those that are directories. */
const OWN_ENTRIES = { Dockerfile: undefined, app: ['node_modules', 'gateway.out'], state: [] } as const;

/** Everybody's rights to read, and to enter directories and start programs. */
const READ = 0o444;
const ENTER = 0o111;

export interface ImageContext {
  readonly directory: string;
  readonly assembly: string;
  readonly dockerfile: string;
  /** Where the command runs. */
  readonly workingDirectory: string;
  /** The directory of a project with the client of a store, if the image shall have it. */
  readonly storeClientOf: string | undefined;
}

/**
 * Writes the context of an image: the Dockerfile, this package, the assembly, and the client of a store if it is asked for. One that was
 * written before is replaced.
 * @throws IMAGE_CONTEXT_TAKEN for a directory with other files; OPTION_INVALID, STORE_CLIENT_MISSING
 */
export function writeImageContext(context: ImageContext): void {
  const { directory, assembly, dockerfile, storeClientOf } = context;
  requireApart(context);
  requireOwn(directory);
  const client = storeClientOf === undefined ? undefined : storeClient(storeClientOf);
  for (const entry of Object.keys(OWN_ENTRIES)) rmSync(path.join(directory, entry), { recursive: true, force: true });
  const app = path.join(directory, 'app');
  const modules = path.join(app, 'node_modules');
  copyThisPackage(path.join(modules, 'synthgate'));
  copyPackage(constructsFolder(), 'constructs', modules);
  if (client !== undefined) copyPackage(client, STORE_CLIENT, modules);
  cpSync(assembly, path.join(app, 'gateway.out'), { recursive: true, verbatimSymlinks: true });
  // COPY makes it in the image with its owner
  mkdirSync(path.join(directory, 'state'), { recursive: true });
  writeFileSync(path.join(directory, 'Dockerfile'), dockerfile);
  makeReadable(app);
}

/** COPY keeps rights, and the user of the image owns nothing in it. */
function makeReadable(directory: string): void {
  chmodSync(directory, READ | ENTER | statSync(directory).mode);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) makeReadable(file);
    else if (entry.isFile()) {
      const { mode } = statSync(file);
      chmodSync(file, READ | ((mode & 0o100) === 0 ? 0 : ENTER) | mode);
    }
  }
}

function copyThisPackage(target: string): void {
  const source = realpathSync(packageDirectory());
  for (const name of FILES) {
    const file = path.join(source, name);
    if (existsSync(file)) cpSync(file, path.join(target, name), { recursive: true, filter: isServed });
  }
}

/** The peer without which no part of this package loads. */
function constructsFolder(): string {
  const folder = packageFolder('constructs', packageDirectory());
  if (folder === undefined) throw new Error('the package constructs is not installed');
  return folder;
}

/** The client as the project has it, or this package. @throws STORE_CLIENT_MISSING */
function storeClient(project: string): string {
  const folder = packageFolder(STORE_CLIENT, project) ?? packageFolder(STORE_CLIENT, packageDirectory());
  if (folder === undefined) throw new GatewayError('STORE_CLIENT_MISSING', { directory: project });
  return folder;
}

/** Directories that are read may not be replaced. @throws OPTION_INVALID */
function requireApart({ directory, assembly, workingDirectory }: ImageContext): void {
  const context = realPathOf(directory);
  const source = realPathOf(assembly);
  if (!isWithin(source, context) && !isWithin(context, source) && !isWithin(realPathOf(workingDirectory), context)) return;
  throw new GatewayError('OPTION_INVALID', {
    option: '--context', given: directory, allowed: 'a directory outside the assembly that has neither it nor the working directory in it',
  });
}

const isWithin = (file: string, directory: string): boolean => !/^\.\.(?:$|[/\\])/.test(path.relative(directory, file));

/** The path without links, also of what does not exist yet. */
function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : path.join(realPathOf(path.dirname(file)), path.basename(file));
}

/** @throws IMAGE_CONTEXT_TAKEN */
function requireOwn(directory: string): void {
  const entries = existsSync(directory) ? readdirSync(directory) : [];
  if (entries.length === 0) return;
  const file = path.join(directory, 'Dockerfile');
  const isOwn = existsSync(file) && readFileSync(file, 'utf8').startsWith(FIRST_LINE);
  const foreign = isOwn ? foreignIn(directory, entries) : entries;
  if (foreign.length > 0) throw new GatewayError('IMAGE_CONTEXT_TAKEN', { directory, files: foreign.join(', ') });
}

/** Entries of a context that are not written by this command. */
function foreignIn(directory: string, entries: readonly string[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (!isOwnEntry(entry)) return [entry];
    const own: readonly string[] | undefined = OWN_ENTRIES[entry];
    return own === undefined ? [] : readdirSync(path.join(directory, entry)).filter((name) => !own.includes(name)).map((name) => `${entry}/${name}`);
  });
}

const isOwnEntry = (entry: string): entry is keyof typeof OWN_ENTRIES => Object.hasOwn(OWN_ENTRIES, entry);

/** Parts of a package that compilers and programs of users read. */
const NOT_SERVED = /\.d\.m?ts$|[/\\](meta\.json|\.built|tsconfig\.tsbuildinfo)$/;

/** The files of a package that a running program reads. */
const isServed = (file: string): boolean => !NOT_SERVED.test(file);

const manifestSchema = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

/** The directory of an installed package, as `from` finds it; undefined if it is not installed there. */
function packageFolder(name: string, from: string): string | undefined {
  const folders = createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = folders.map((directory) => path.join(directory, name)).find((directory) => existsSync(path.join(directory, 'package.json')));
  return folder && realpathSync(folder);
}

/** Copies a package with its dependencies as installed: another version of one that is there goes below the package that needs it. */
function copyPackage(folder: string, name: string, modules: string): void {
  const target = path.join(modules, name);
  cpSync(folder, target, { recursive: true, filter: (file) => isServed(file) && !path.relative(folder, file).startsWith('node_modules') });
  for (const dependency of Object.keys(manifestOf(folder).dependencies)) {
    const location = packageFolder(dependency, folder);
    if (location === undefined) continue; // an optional one, or the program would not run here either
    const { version } = manifestOf(location);
    const present = path.join(modules, dependency);
    if (!existsSync(present)) copyPackage(location, dependency, modules);
    else if (manifestOf(present).version !== version) copyPackage(location, dependency, path.join(target, 'node_modules'));
  }
}

function manifestOf(folder: string): z.output<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}
