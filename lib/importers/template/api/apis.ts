import path from 'node:path';
import { issue, loss, warning, type Issue } from '../../../errors';
import { describeIntegrationInput, type GatewaySpecInput } from '../../../spec';
import { fitSpec } from '../../fit-spec';
import type { BasePathMapping, DeployedFunctions, ImportedApi, LocalName } from '../../imported-source';
import { memberOf, membersOf, textOf } from '../../value';
import type { Resource, Stack } from '../stack';
import { idOf } from '../physical-values';
import { ruleIssues } from '../rules';
import type { Stacks } from '../stacks';
import { FUNCTION_URL, specOfFunctionUrl } from '../function-url';
import { specOfHttpApi } from '../http-api/http-api';
import { isWebSocketApi, webSocketParts, WEB_SOCKET_POSITIONS } from '../web-socket-api/positions';
import { specOfWebSocketApi } from '../web-socket-api/web-socket-api';
import type { ApiSource, DeclaredApi } from './api-source';
import { apisElsewhere, nameOfToken, routesOfOtherKinds } from './apis-elsewhere';
import { declaredPartsOf, domainsByApi, basePathIssues, basePathMappings, routingRuleIssues } from './declared-parts';
import { FunctionTable, type ImportedFunction } from './functions';
import { localNamesOf } from './local-names';
import { otherResourceIssues, webAclsOf } from './other-resources';
import { isOfUnknownApi } from './methods-by-path';
import { propertyIssues } from './positions';
import { specOfRestApi } from './rest-api';
import { reportPlansOfNone } from './usage-plans';

const REST_API = 'AWS::ApiGateway::RestApi';
const V2_API = 'AWS::ApiGatewayV2::Api';

/** Whoever reads an API, by the type that declares it. */
const READERS: Readonly<Record<string, (source: ApiSource) => DeclaredApi>> = {
  [REST_API]: specOfRestApi, [V2_API]: (source) => (isWebSocketApi(source.api) ? specOfWebSocketApi(source) : specOfHttpApi(source)),
  [FUNCTION_URL]: specOfFunctionUrl,
};

/** The APIs of stacks that are served, and what was changed or left out. */
export interface ApisOfStacks {
  readonly apis: readonly ImportedApi[];
  readonly issues: readonly Issue[];
  /** Made-up values in these APIs and their functions. */
  readonly localNames: readonly LocalName[];
  readonly basePaths: readonly BasePathMapping[];
  readonly deployedFunctions: DeployedFunctions;
}

/** Reads all APIs of stacks that are deployed together, but for those that are known otherwise. */
export function apisOf(stacks: Stacks, except: ReadonlySet<string> = new Set()): ApisOfStacks {
  const issues: Issue[] = [];
  const report = (resource: Resource, issue: Issue): void => { issues.push(placed(resource, issue)); };
  const { resources } = stacks;
  const functions = new FunctionTable(stacks, report);
  const names = new Set<string>();
  const fileAt = ({ stack }: Resource, location: unknown): string | undefined => stacks.fileAt(stack, location);
  const ofApis = resources.filter(({ type }) => Object.hasOwn(READERS, type) && type !== FUNCTION_URL);
  // the URLs of functions get the ports after those of APIs
  const included = [...ofApis, ...resources.filter(({ type }) => type === FUNCTION_URL)].filter(({ stack, logicalId }) => !except.has(`${path.basename(stack.source.document.file)}/${logicalId}`));
  if (included.length === 0 && except.size > 0) return { apis: [], issues, localNames: [], basePaths: [], deployedFunctions: {} };
  const elsewhere = except.size > 0 ? [] : apisElsewhere(resources);
  for (const { api, id } of elsewhere) report(api, loss('IMPORT_API_ELSEWHERE', api.logicalId, { name: nameOfToken(id) }));
  const absent = { missingStacks: stacks.missingStacks, missing: stacks.all.flatMap((stack) => stack.missing) };
  for (const method of resources.filter(isOfUnknownApi)) report(method, issue('IMPORT_METHOD_LOST', method.logicalId, { reason: 'its API is not known' }));
  const allCalled = new Map<string, ImportedFunction>();
  const declaredHere = included.map((api) => ({ api, id: idOf(api.stack.source.name, api.logicalId) }));
  const read = [...declaredHere, ...elsewhere].map(({ api, ...which }) => {
    const source = { api, ...which, ...absent, name: freeName(api, names), resources, functions, fileAt, report };
    const read = (READERS[api.type] ?? specOfRestApi)(source);
    const { closed, lost } = read;
    const declared = withVpcLinkNames(read.spec, resources);
    const called = calledFunctions(declared, functions);
    for (const [name, fn] of called) allCalled.set(name, fn);
    const specs = Object.fromEntries([...called].map(([name, { spec }]) => [name, spec]));
    const code = new Map([...called].flatMap(([name, { code }]) => (code === undefined ? [] : [[name, code] as const])));
    const { spec, issues: changed } = fitSpec({ ...declared, functions: { ...declared.functions, ...specs } }, closed, lost);
    issues.push(...changed.map((change) => placed(api, change)));
    return { api, id: which.id, read, imported: { name: spec.api.name, id: spec.api.id, spec, code } };
  });
  const served = resources.filter(({ type }) => Object.hasOwn(READERS, type));
  const ids = served.map(({ stack, logicalId }) => idOf(stack.source.name, logicalId));
  reportPlansOfNone(new Set([...ids, ...elsewhere.map(({ id }) => id)]), resources, report);
  const ofWebSocketApis = webSocketParts(resources);
  for (const resource of resources) {
    const propertyProblems = ofWebSocketApis.has(resource) ? propertyIssues(resource, WEB_SOCKET_POSITIONS) : propertyIssues(resource);
    issues.push(...propertyProblems.map((issue) => placed(resource, issue)));
  }
  const mappings = basePathMappings(resources, new Map(read.map(({ imported: { id, name } }) => [id, name])));
  const domains = domainsByApi(mappings, resources);
  const apis = read.map(({ api, id, imported, read: parts }) => {
    const around = { domains: domains.get(imported.name) ?? {}, webAcls: webAclsOf(id, resources) };
    return { ...imported, declared: declaredPartsOf(api, parts, around) };
  });
  const ofDomains = [...basePathIssues(mappings), ...routingRuleIssues(resources)];
  const otherIssues = [...routesOfOtherKinds(resources), ...ofDomains, ...stacks.all.flatMap(otherResourceIssues)];
  issues.push(...otherIssues.map(({ resource, found }) => placed(resource, found)), ...stacks.all.flatMap(ruleIssuesOf));
  issues.push(...stacks.all.flatMap(untypedIssues));
  const missing = stacks.missingParameters;
  if (missing.length > 0) issues.unshift(loss('IMPORT_PARAMETERS_MISSING', '', { names: missing.join(', '), first: missing[0] ?? '' }));
  const localNames = localNamesOf(stacks, { apis: new Set(included), functions: [...allCalled.values()] });
  for (const { of, token, value, usedBy } of localNames) report(of, warning('IMPORT_NAME_LOCAL', of.logicalId, { token, value, usedBy: usedBy.join('; ') }));
  const basePaths = mappings.map(({ domain, api, path: at }) => ({ domain, api, path: at }));
  return { apis, issues, localNames: localNames.map(({ of: _, ...name }) => name), basePaths, deployedFunctions: deployedAmong(allCalled) };
}

function deployedAmong(functions: ReadonlyMap<string, ImportedFunction>): DeployedFunctions {
  return Object.fromEntries([...functions].flatMap(([name, { resource }]) => {
    const stack = resource?.stack.source.deployed;
    if (resource === undefined || stack === undefined) return [];
    return [[name, { stack: stack.name, account: stack.account, region: stack.region, logicalId: resource.logicalId }]];
  }));
}

/** An issue with the line of its resource, which is located when the issue is printed. */
function placed({ stack: { source: { document } }, path }: Resource, issue: Issue): Issue {
  return { ...issue, get source() { return document.positionOf(path); } };
}

function ruleIssuesOf(stack: Stack): Issue[] {
  const { document } = stack.source;
  return ruleIssues(stack).map((issue) => ({ ...issue, get source() { return document.positionOf(['Rules', issue.location]); } }));
}

function untypedIssues({ untyped, source: { document } }: Stack): Issue[] {
  return untyped.map((logicalId) => {
    const issue = loss('IMPORT_PART_REFUSED', logicalId, { what: `the resource ${logicalId}`, reason: 'it has no Type' });
    return { ...issue, get source() { return document.positionOf(['Resources', logicalId]); } };
  });
}

/** The functions that methods, authorizers and stage variables call, by the names they call them by, and those that these call. */
function calledFunctions(spec: GatewaySpecInput, table: FunctionTable): ReadonlyMap<string, ImportedFunction> {
  const methods = Object.values(spec.resources ?? {}).flatMap((resource) => Object.values(resource.methods ?? {}));
  const references = [...methods.map(({ integration }) => integration), ...Object.values(spec.authorizers ?? {})].flatMap((caller) => textOf(memberOf(caller, 'function')) ?? []);
  const variables = Object.values(spec.stages ?? {}).map((stage) => membersOf(stage.variables));
  const functions = new Map<string, ImportedFunction>();
  for (const reference of new Set(references)) {
    const names = /\$\{stageVariables\./.test(reference) ? variables.map((values) => resolved(reference, values)) : [reference];
    for (const name of names) {
      const called = table.get(name) ?? table.functionNamed(name);
      if (called !== undefined) functions.set(name, called);
    }
  }
  // iterating over a Map also visits what is added during the iteration
  for (const caller of functions.values()) {
    for (const called of table.calledBy(caller)) if (!functions.has(called.name)) functions.set(called.name, called);
  }
  return functions;
}

function resolved(reference: string, variables: Readonly<Record<string, unknown>>): string {
  return reference.replace(/\$\{stageVariables\.(\w+)\}/g, (_, name: string) => textOf(variables[name]) ?? '');
}

/** The API's name; with its logical id where another API has that name. */
function freeName(api: Resource, taken: Set<string>): string {
  const own = textOf(api.stack.properties(api).Name) ?? api.logicalId;
  const { name: stack } = api.stack.source;
  const name = [own, `${own}-${api.logicalId}`, `${own}-${stack}-${api.logicalId}`].find((candidate) => !taken.has(candidate)) ?? `${own}-${taken.size}`;
  taken.add(name);
  return name;
}

const VPC_LINK = /^AWS::ApiGateway(V2)?::VpcLink$/;

/** The spec with VPC links by their logical ids, where they are declared here, and else by their ids as written. */
function withVpcLinkNames(spec: GatewaySpecInput, resources: readonly Resource[]): GatewaySpecInput {
  const links = resources.filter(({ type }) => VPC_LINK.test(type));
  const names = new Map(links.map(({ stack, logicalId }) => [idOf(stack.source.name, logicalId), logicalId]));
  const named = (id: string): string => names.get(id) ?? (id.includes('${token:') ? nameOfToken(id) : id);
  return {
    ...spec,
    resources: Object.fromEntries(Object.entries(spec.resources ?? {}).map(([path, resource]) => [path, {
      ...resource,
      methods: Object.fromEntries(Object.entries(resource.methods ?? {}).map(([name, method]) => [name, withName(method, named)])),
    }])),
  };
}

type Method = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>;

function withName(method: Method, named: (id: string) => string): Method {
  const { integration } = method;
  const { vpcLink } = describeIntegrationInput(integration);
  return vpcLink === undefined ? method : { ...method, integration: Object.assign({ ...integration }, { vpcLink: named(vpcLink) }) };
}
