import type { IConstruct } from 'constructs';
import { Api, type IApiKey, type ProxyFunction } from '../constructs';
import { GatewayError, issue, issueOf, issueText, throwIfErrors, type Issue } from '../errors';
import type { GatewaySpec } from '../spec';
import { bundleFunction, type Bundle } from './bundle-function';
import { digestOf, type FunctionCode } from './function-code';

/** All that a definition became, before anything is written. */
export interface Synthesis {
  readonly specs: readonly GatewaySpec[];
  /** Code by function name. */
  readonly code: ReadonlyMap<string, FunctionCode>;
  readonly warnings: readonly Issue[];
}

/** Stands where the code of a function would, when something else answers in its place. */
const NO_CODE: FunctionCode['files'] = new Map([
  ['index.js', Buffer.from("exports.handler = async () => { throw new Error('there is no code'); };\n")],
]);

/**
 * Reads all APIs below a construct and bundles their functions, but for those that are named: they get no code. Everything
 * that is wrong is refused at once.
 * @throws DEFINITION_INVALID
 */
export function synthesize(root: IConstruct, withoutCode: ReadonlySet<string> = new Set()): Synthesis {
  const subject = root.node.path === '' ? 'the app' : root.node.path;
  const apis = root.node.findAll().filter(Api.isApi);
  const readings = apis.map((api) => api._read());
  const functions = new Set(readings.flatMap((reading) => reading.functions));
  const found = [
    ...readings.flatMap((reading) => reading.issues),
    ...repeatedNames('API', apis, (api) => api.apiName),
    ...repeatedNames('function', [...functions], (fn) => fn.functionName),
    // Plans and keys belong to the account: what two APIs call by one name is counted together.
    ...repeatedNames('usage plan', distinct(apis.flatMap((api) => api._usagePlans)), (plan) => plan.usagePlanName),
    ...repeatedNames('API key', distinct(apis.flatMap(keysOf)), (key) => key.keyName),
  ];
  found.push(...otherFindings(root, found));
  const { code, issues } = codeOf([...functions], withoutCode);
  const all = unique([...found, ...issues]);
  throwIfErrors(subject, all);
  return { specs: readings.flatMap(({ spec }) => spec ?? []), code, warnings: all };
}

/** Names that become files or keys; letters of one another's case are the same file on some systems. */
function repeatedNames<Named extends IConstruct>(
  what: string, constructs: readonly Named[], nameOf: (construct: Named) => string,
): Issue[] {
  const taken = new Map<string, Named>();
  return constructs.flatMap((construct) => {
    const name = nameOf(construct).toLowerCase();
    const other = taken.get(name);
    taken.set(name, other ?? construct);
    return other === undefined ? [] : [issue('NAME_TAKEN', construct.node.path, { what, name: nameOf(construct), other: other.node.path })];
  });
}

/** What constructs say about themselves in `node.validate()`, without what APIs repeat there. */
function otherFindings(root: IConstruct, known: readonly Issue[]): Issue[] {
  const texts = new Set(known.map(issueText));
  return root.node.findAll().flatMap((construct) =>
    construct.node.validate().filter((message) => !texts.has(message)).map((message) => issue('CONSTRUCT_INVALID', construct.node.path, { message })));
}

function keysOf(api: Api): IApiKey[] {
  return [...api._apiKeys, ...api._usagePlans.flatMap((plan) => plan._keys)];
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function unique(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((one) => [issueText(one), one])).values()];
}

function codeOf(
  functions: readonly ProxyFunction[], withoutCode: ReadonlySet<string>,
): { readonly code: Map<string, FunctionCode>; readonly issues: readonly Issue[] } {
  const code = new Map<string, FunctionCode>();
  const issues: Issue[] = [];
  for (const fn of functions) {
    const isBundled = !withoutCode.has(fn.functionName);
    const { files, issues: found } = isBundled ? bundled(fn) : { files: NO_CODE, issues: [] };
    issues.push(...found);
    const handler = isBundled ? fn._handler : 'index.handler';
    if (files !== undefined) code.set(fn.functionName, { digest: digestOf(files), files, handler });
  }
  return { code, issues };
}

/** The code of a function; that the bundler is missing is a finding like others. */
function bundled(fn: ProxyFunction): Bundle {
  try {
    return bundleFunction(fn);
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return { issues: [issueOf(error)] };
    throw error;
  }
}
