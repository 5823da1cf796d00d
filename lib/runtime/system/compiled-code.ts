import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { limitBacktracking } from './backtracking';

/** Below this size, compiling a file costs less than reading what was kept of it. */
const MIN_LENGTH = 30_000;
/** The delay before code is kept. By then a command has compiled what makes it ready; one that ends sooner keeps its code at its end. */
const KEEP_AFTER_MS = 3000;

/** The class with which Node compiles CommonJS modules. It is not in Node's types, and is the same in all versions that need it here. */
interface Compiled {
  readonly prototype: { _compile: (this: NodeModule, content: string, file: string) => unknown };
}

/**
 * Keeps what V8 compiles of this package's files, and takes it from there when the command starts again. From Node 22 on, Node
 * does that itself. Before, a third of the time until `serve` answers is compilation. The npm package for it (v8-compile-cache)
 * also compiles the user's files, which then cannot use `import()`.
 *
 * What cannot be read or written is compiled as usual. Kept files cannot use `import()`, either: the bundles have none.
 * @param files - the directory of the files that are kept
 * @param kept - where to keep them; who can write there can also write what is compiled
 */
export function keepCompiledCode(files: string, kept: string): void {
  // V8 rejects code that was compiled with other flags than those at present: they must not change later
  limitBacktracking();
  const { enableCompileCache } = Module as { readonly enableCompileCache?: (directory: string) => unknown };
  if (enableCompileCache !== undefined) {
    enableCompileCache(kept);
    return;
  }
  const directory = path.join(kept, `${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}`);
  const news = new Map<string, Script>();
  const { prototype } = Module as unknown as Compiled;
  const { _compile: compile } = prototype;
  prototype._compile = function (content, file) {
    if (!file.startsWith(files + path.sep) || content.length < MIN_LENGTH) return compile.call(this, content, file);
    const keptFile = path.join(directory, nameOf(file, files));
    const script = compiled(content, file, keptFile);
    if (script.cachedDataRejected !== false) news.set(keptFile, script);
    const run = script.runInThisContext() as (...parameters: readonly unknown[]) => unknown;
    return Reflect.apply(run, this.exports, [this.exports, createRequire(file), this, file, path.dirname(file)]);
  };
  const keep = () => {
    for (const [file, script] of news) write(file, script);
    news.clear();
  };
  setTimeout(keep, KEEP_AFTER_MS).unref();
  process.once('exit', keep);
}

/** Tells apart what was built at another time: V8 itself compares only the length of the source. */
function nameOf(file: string, files: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${path.relative(files, file).replaceAll(path.sep, '-')}-${size}-${mtimeMs.toString(36)}`;
}

function compiled(content: string, filename: string, keptFile: string): Script {
  const cachedData = read(keptFile);
  return new Script(Module.wrap(content), { filename, ...(cachedData === undefined ? {} : { cachedData }) });
}

const DIGEST_BYTES = 32;

/** V8 trusts what it is given: a damaged file would end the process. */
function digest(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Undefined if nothing is kept yet, if it cannot be read or if it is damaged. */
function read(file: string): Buffer | undefined {
  let content;
  try {
    content = readFileSync(file);
  } catch {
    return undefined;
  }
  const code = content.subarray(DIGEST_BYTES);
  return content.subarray(0, DIGEST_BYTES).equals(digest(code)) ? code : undefined;
}

/** Whole or not at all, in place of what was kept of the file as it was before. */
function write(file: string, script: Script): void {
  const directory = path.dirname(file);
  const own = path.basename(file);
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(directory, { recursive: true });
    const code = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([digest(code), code]));
    renameSync(temporary, file);
    // of the same file, as it was built before, or left by a process that was killed
    const former = own.replace(/-\d+-[^-]+$/, '-');
    const outdated = readdirSync(directory).filter((name) => name.startsWith(former) && name !== own);
    for (const name of outdated) rmSync(path.join(directory, name), { force: true });
  } catch {
    // a directory that may not be written, or a full disk: it is compiled again next time
  }
}
