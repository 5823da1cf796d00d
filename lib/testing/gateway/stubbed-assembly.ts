import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAssembly, type AssemblyApi } from '../../runtime';
import { canonicalText, findFunction, type FunctionSpec } from '../../spec';
import { digestOf, withSourcesFrom, writeFiles } from '../../synth';

/** A program that is never called. */
const PROGRAM = new Map([['index.js', Buffer.from('exports.handler = async () => undefined;\n')]]);
const HANDLER = 'index.handler';
const ASSET = 'assets/stubs';
const CODE_FILE = 'code.json';

interface Place {
  /** The assembly, or one spec file of it. */
  readonly assembly: string;
  readonly directory: string;
}

/** The names of functions in the spec, by what people call them: construct path, its end, or logical id. */
export type NameOfFunction = (given: string) => string;

/** Reads the functions of an assembly when the first name is asked for. */
export function namesOfFunctions(assembly: string): NameOfFunction {
  let functions: AssemblyApi['spec']['functions'] | undefined;
  return (given) => {
    functions ??= Object.assign({}, ...readAssembly(assembly).map(({ spec }) => spec.functions)) as AssemblyApi['spec']['functions']; // a merge of these
    return findFunction(functions, given) ?? given;
  };
}

/**
 * Makes functions that a test replaces callable where they have no code, as those in a language that is not served: a copy of
 * the assembly has a program for them.
 * @param names - of functions in the spec
 * @returns the assembly itself, if each has code
 */
export function withStubs({ assembly, directory }: Place, names: readonly string[]): string {
  const apis = names.length === 0 ? [] : readAssembly(assembly);
  const lacking = apis.map((api) => ({ api, functions: names.filter((name) => lacksCode(api, name)) }));
  const [first] = lacking;
  if (first === undefined || lacking.every(({ functions }) => functions.length === 0)) return assembly;
  const [root, copy] = [path.dirname(first.api.file), path.join(directory, 'stubbed.out')];
  const isPart = assembly.endsWith('.json') ? partsOf(first.api, root) : () => true;
  cpSync(root, copy, { recursive: true, filter: isPart });
  for (const { api: { spec, file }, functions } of lacking) {
    const available = functions.map((name) => [name, standIn(name, spec.functions[name])]);
    const changed = { ...spec, functions: { ...spec.functions, ...Object.fromEntries(available) as typeof spec.functions } };
    writeFileSync(path.join(copy, path.relative(root, file)), canonicalText(changed));
  }
  writePrograms({ from: root, to: copy }, lacking.flatMap(({ functions }) => functions));
  return assembly.endsWith('.json') ? path.join(copy, path.basename(assembly)) : copy;
}

/** Whether a file belongs to a single spec: what is beside it may be a whole project. */
function partsOf({ file, code }: AssemblyApi, root: string): (source: string) => boolean {
  const nameIn = (inside: string): string => path.relative(root, inside).split(path.sep)[0] ?? '';
  const names = new Set(['', nameIn(file), CODE_FILE, ...Object.values(code).map(({ directory }) => nameIn(directory))]);
  return (source) => names.has(nameIn(source));
}

/**
 * A function that is unavailable has a runtime and a handler that none here can have; its program is a stand-in, as that of an external
 * function.
 */
function standIn(name: string, fn: FunctionSpec | undefined): Partial<FunctionSpec> | undefined {
  if (fn?.unavailable === undefined) return fn;
  const { unavailable: _, runtime: __, ...available } = fn;
  return { ...available, handler: HANDLER, external: fn.external ?? fn.constructPath ?? name };
}

function lacksCode({ spec, code }: AssemblyApi, name: string): boolean {
  return Object.hasOwn(spec.functions, name) && !Object.hasOwn(code, name);
}

function writePrograms({ from, to: assembly }: { readonly from: string; readonly to: string }, names: readonly string[]): void {
  const file = path.join(assembly, CODE_FILE);
  // written by a synthesis, and read before
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as { readonly functions: Readonly<Record<string, object>> } : { functions: {} };
  const kept = withSourcesFrom(written.functions, from, assembly);
  const entry = { asset: ASSET, digest: digestOf(PROGRAM), handler: HANDLER };
  mkdirSync(path.join(assembly, ASSET), { recursive: true });
  writeFiles(path.join(assembly, ASSET), PROGRAM);
  writeFileSync(file, JSON.stringify({ functions: { ...kept, ...Object.fromEntries(names.map((name) => [name, entry])) } }));
}
