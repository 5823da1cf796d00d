import type { IConstruct } from 'constructs';
import { declaredIssues, withSourceLines } from '../props';
import { ApiBase, type ProxyFunction } from '../constructs';
import { GatewayError, issue, issueOf, issueText, throwIfErrors, type Issue } from '../errors';
import type { GatewaySpec } from '../spec';
import type { EntrySource } from './bundle-entry';
import { bundleFunction, entrySource, missingEntry } from './bundle-function';
import { copiedFamily, programOf } from './copied-function';
import { digestOf, type Bundle, type FunctionCode } from './function-code';
import type { Layer } from './layers';
import { leavesBundling, mocksMissing } from './run-app';

/** The result of synthesizing a definition, before anything is written. */
export interface Synthesis {
  readonly specs: readonly GatewaySpec[];
  /** Code by function name. */
  readonly code: ReadonlyMap<string, FunctionCode>;
  /** The sources that the command line bundles and follows instead. */
  readonly sources: FunctionSources;
  readonly warnings: readonly Issue[];
}

/** Where the code of functions comes from, for a command line that bundles it itself. */
export interface FunctionSources {
  /** Entries by function name. */
  readonly entries: Readonly<Record<string, FunctionSource>>;
  /** Absolute paths of directories whose files are used unchanged, by function name. */
  readonly directories: Readonly<Record<string, string>>;
  /** Directories of programs that the command line builds, by function name. @default - none */
  readonly programs?: Readonly<Record<string, LeftProgram>>;
}

/** The source of a custom runtime that the command line builds. */
export interface LeftProgram {
  /** Absolute path. */
  readonly directory: string;
  readonly handler: string;
  readonly layers: readonly Layer[];
}

/** The source of a function that the command line bundles. */
export interface FunctionSource extends EntrySource {
  readonly handler: string;
  readonly constructPath: string;
}

/** The code of a function that a test replaces. */
const NO_CODE: FunctionCode['files'] = new Map([
  ['index.js', Buffer.from("exports.handler = async () => { throw new Error('there is no code'); };\n")],
]);

/** The APIs to synthesize, and the source of their code. */
export interface SynthesisOptions {
  /** By default the sources of the functions. */
  readonly codeSource?: CodeSource;
  /** Selects APIs below the root. */
  readonly isIncluded?: (api: ApiBase) => boolean;
}

/**
 * Collects all APIs below a construct and bundles their functions, except the named ones. Throws
 * all errors at once.
 * @throws DEFINITION_INVALID
 */
export function synthesize(root: IConstruct, withoutCode: ReadonlySet<string> = new Set(), options: SynthesisOptions = {}): Synthesis {
  const { codeSource = codeOfFunction, isIncluded = () => true } = options;
  const subject = root.node.path === '' ? 'the app' : root.node.path;
  const apis = root.node.findAll().filter(ApiBase.isApiBase).filter(isIncluded);
  const collected = apis.map((api) => api._collect());
  const functions = new Set(collected.flatMap((one) => one.functions));
  const keys = apis.flatMap((api) => [...api._apiKeys, ...api._usagePlans.flatMap((plan) => plan._keys)]);
  const errors = [
    // Each API also reports the issues of constructs that belong to no API, such as functions.
    ...(apis.length === 0 ? declaredIssues(root.node.root).map((one) => one.issue) : []),
    ...collected.flatMap((one) => one.issues),
    ...repeatedNames('API', apis, (api) => api.apiName),
    ...repeatedNames('function', [...functions], (fn) => fn._specName),
    // Plans and keys belong to the account: the same name in two APIs would share counters.
    ...repeatedNames('usage plan', distinct(apis.flatMap((api) => api._usagePlans)), (plan) => plan.usagePlanName),
    ...repeatedNames('API key', distinct(keys), (key) => key.keyName),
  ];
  errors.push(...otherFindings(root, errors));
  const { code, entries, programs, issues } = codeOf([...functions], (fn) => (withoutCode.has(fn._specName) ? NOTHING : codeSource(fn)));
  const all = [...new Map(withSourceLines(root, [...errors, ...issues]).map((located) => [issueText(located), located])).values()];
  throwIfErrors(subject, all);
  const directories = [...functions].flatMap(({ _specName, _source, _bundling }) =>
    (Object.hasOwn(programs, _specName) || _source === undefined || _bundling !== undefined ? [] : [[_specName, _source.file] as const]));
  const sources = { entries, programs, directories: Object.fromEntries(directories) };
  return { specs: collected.flatMap(({ spec }) => spec ?? []), code, sources, warnings: all };
}

/** Names that become files or keys; names that differ only in case are the same file on some systems. */
function repeatedNames<Named extends IConstruct>(
  what: string, constructs: readonly Named[], nameOf: (construct: Named) => string,
): Issue[] {
  const taken = new Map<string, Named>();
  return constructs.flatMap((construct) => {
    const name = nameOf(construct).toLowerCase();
    const sameName = taken.get(name);
    taken.set(name, sameName ?? construct);
    const details = { what, name: nameOf(construct), other: sameName?.node.path ?? '' };
    return sameName === undefined ? [] : [{ ...issue('DUPLICATE_NAME', construct.node.path, details), related: sameName.node.path }];
  });
}

/** The issues of `node.validate()`, without those that APIs report themselves. */
function otherFindings(root: IConstruct, known: readonly Issue[]): Issue[] {
  const texts = new Set(known.map(issueText));
  return root.node.findAll().flatMap((construct) =>
    construct.node.validate().filter((message) => !texts.has(message)).map((message) => issue('CONSTRUCT_INVALID', construct.node.path, { message })));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function codeOf(
  functions: readonly ProxyFunction[], codeSource: CodeSource,
): Pick<FunctionSources, 'entries'> & { readonly code: Map<string, FunctionCode>; readonly programs: Record<string, LeftProgram>; readonly issues: Issue[] } {
  const code = new Map<string, FunctionCode>();
  const entries: Record<string, FunctionSource> = {};
  const programs: Record<string, LeftProgram> = {};
  const issues: Issue[] = [];
  for (const fn of functions) {
    const source = codeSource(fn);
    issues.push(...source.issues);
    if (source.code !== undefined) code.set(fn._specName, source.code);
    if (source.source !== undefined) entries[fn._specName] = source.source;
    if (source.program !== undefined) programs[fn._specName] = source.program;
  }
  return { code, entries, programs, issues };
}

/** The code of a function, or its source where the command line bundles it, unless there is an error. */
export interface MadeCode {
  readonly code?: FunctionCode;
  readonly source?: FunctionSource;
  /** The same of a custom runtime. */
  readonly program?: LeftProgram;
  readonly issues: readonly Issue[];
}

const NOTHING: MadeCode = { code: { digest: digestOf(NO_CODE), files: NO_CODE, handler: 'index.handler' }, issues: [] };

/** Where the code of functions comes from. */
export type CodeSource = (fn: ProxyFunction) => MadeCode;

/** The code of a function, built from its source; a missing bundler is an issue like others. */
export function codeOfFunction(fn: ProxyFunction): MadeCode {
  const functionCode = builtOrLeft(fn);
  return mocksMissing() ? { ...functionCode, issues: functionCode.issues.filter(({ code }) => code !== 'FUNCTION_SOURCE_MISSING') } : functionCode;
}

function builtOrLeft(fn: ProxyFunction): MadeCode {
  const source = leavesBundling() && copiedFamily(fn) === undefined ? entrySource(fn) : undefined;
  if (source !== undefined) {
    const constructPath = fn.node.path;
    return { source: { ...source, handler: fn._handler, constructPath }, issues: missingEntry(source, constructPath) };
  }
  const left = leavesBundling() ? programOf(fn) : undefined;
  if (left !== undefined) return { program: { directory: left.directory, handler: fn._handler, layers: fn._layers }, issues: [] };
  const { files, issues } = bundled(fn);
  const code = files && { digest: digestOf(files), files, handler: fn._handler, sourceDirectory: fn._sourceDirectory };
  return { issues, code };
}

function bundled(fn: ProxyFunction): Bundle {
  try {
    return bundleFunction(fn);
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return { issues: [issueOf(error)] };
    throw error;
  }
}
