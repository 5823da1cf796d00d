import { existsSync, readdirSync, readFileSync, realpathSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { GatewayError, isObject } from '../errors';
import type { RuntimeFamily } from '../spec';
import { executable, type CodeFiles, type FileContents } from './function-code';
import type { Layer } from './layers';

/** Where the contents of layers are in the code of a function; on Lambda they are at `/opt`. */
export const LAYERS_DIRECTORY = '.opt';

/** Lambda's limit of unzipped code. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_BYTES = 250 * 1024 * 1024;
/** A few links can stand for more files than any disk holds. */
const MAX_FILES = 100_000;

/** Installed, made again by whoever runs the code, or written by tools: no part of what runs. */
const LEFT_OUT = ['.venv', 'venv', '__pycache__', '.git', '.aws-sam', '.serverless', 'cdk.out', 'gateway.out', 'gateway.state'];

/** Left out of one family besides: a custom runtime may be for JavaScript. */
const LEFT_OUT_OF: Partial<Record<RuntimeFamily, readonly string[]>> = { python: ['node_modules'] };

/** The code of a function in another language than JavaScript. */
export interface CopiedSource {
  readonly family: RuntimeFamily;
  /** A directory, or files that are in none. */
  readonly code: string | CodeFiles;
  /** In the order of the function: a file of a later one is in place of one with its name. */
  readonly layers: readonly Layer[];
  /** Absolute paths of directories into which links may lead, besides that of the code. @default - none */
  readonly roots?: readonly string[];
  /** Whether a file or directory is left out of the code besides, by its path there. @default - none is */
  readonly isLeftOut?: (name: string) => boolean;
}

/** Copied files. */
export interface CopiedCode {
  readonly files: CodeFiles;
  /** Symbolic links that are not followed: they lead to nothing, out of the directory, or in a circle. */
  readonly links: readonly string[];
}

/**
 * The code of a function as it is deployed, with its layers in `.opt`. Links stand for what they lead to.
 * @throws FUNCTION_CODE_TOO_LARGE, FUNCTION_CODE_UNREADABLE
 */
export function copyCode({ family, code, layers, roots = [], isLeftOut: isSource = () => false }: CopiedSource): CopiedCode {
  const leftOut = (name: string): boolean => isLeftOut(name) || LEFT_OUT_OF[family]?.includes(name) === true;
  const ownLeftOut = (name: string): boolean => leftOut(path.basename(name)) || isSource(name);
  const own = typeof code === 'string' ? copyDirectory(code, { leftOut: ownLeftOut, roots }) : { files: code, links: [] };
  const copied = layers.map(({ directory, below }) => ({
    place: [LAYERS_DIRECTORY, below ?? []].flat(), ...copyDirectory(directory, { leftOut: (name) => leftOut(path.basename(name)), roots }),
  }));
  const ofLayers = copied.flatMap(({ files, place }) => [...files].map(([name, contents]) => [[...place, name].join('/'), contents] as const));
  return { files: new Map([...own.files, ...ofLayers]), links: [own, ...copied].flatMap(({ links }) => links) };
}

/** Whether a file or directory is no part of any code. */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.includes(name);
}

interface CopyOptions {
  /** Receives the path in the directory. */
  readonly leftOut: (name: string) => boolean;
  readonly roots: readonly string[];
}

function copyDirectory(directory: string, options: CopyOptions): CopiedCode {
  return copying(directory, () => filesBelow(directory, options));
}

/** Reads or writes the code of a directory. @throws FUNCTION_CODE_UNREADABLE if the system refuses */
export function copying<Result>(directory: string, copy: () => Result): Result {
  try {
    return copy();
  } catch (cause) {
    if (!isObject(cause) || cause['syscall'] === undefined) throw cause;
    throw new GatewayError('FUNCTION_CODE_UNREADABLE', { path: directory, reason: String(cause['message']) }, { cause });
  }
}

function filesBelow(directory: string, { leftOut, roots }: CopyOptions): CopiedCode {
  const files = new Map<string, FileContents>();
  const links: string[] = [];
  const allowed = [directory, ...roots].map((root) => realpathSync(root));
  let bytes = 0;
  const take = (name: string, file: string): void => {
    const { size, mode } = statSync(file);
    bytes += size;
    if (bytes > MAX_BYTES) throw new GatewayError('FUNCTION_CODE_TOO_LARGE', { path: directory, limit: `${MAX_BYTES} bytes` });
    if (files.size === MAX_FILES) throw new GatewayError('FUNCTION_CODE_TOO_LARGE', { path: directory, limit: `${MAX_FILES} files` });
    const contents = readFileSync(file);
    files.set(name, (mode & 0o111) === 0 ? contents : executable(contents));
  };
  const walk = (at: string, prefix: string, above: readonly string[]): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const [file, name] = [path.join(at, entry.name), prefix + entry.name];
      const kind = leftOut(name) || entry.name.endsWith('.pyc') ? 'none' : kindOf(entry, file, { allowed, above });
      if (kind === 'link') links.push(name);
      if (kind === 'file') take(name, file);
      if (kind === 'directory') walk(file, `${name}/`, [...above, realpathSync(file)]);
    }
  };
  walk(directory, '', allowed.slice(0, 1));
  return { files, links };
}

interface Place {
  /** Directories into which links may lead. */
  readonly allowed: readonly string[];
  /** The directories that the entry is in. */
  readonly above: readonly string[];
}

/** Virtual environments have any name. */
function kindOf(entry: Dirent, file: string, { allowed, above }: Place): 'file' | 'directory' | 'link' | 'none' {
  const target = entry.isSymbolicLink() ? targetOf(file) : file;
  if (target === undefined || (target !== file && !allowed.some((root) => isWithin(target, root)))) return 'link';
  const status = statSync(target);
  if (status.isFile()) return 'file';
  if (!status.isDirectory() || existsSync(path.join(target, 'pyvenv.cfg'))) return 'none';
  return target !== file && above.some((one) => isWithin(one, target)) ? 'link' : 'directory';
}

function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined; // it leads to nothing, or to itself
  }
}

function isWithin(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}
