import {
  canonicalText, methodKey, methodsOfResource, parentPath, pathParts, readPathPart, stableId, withParents, type LocatedMethod,
} from '../spec';
import { call, objectOrNothing, quoted, type Code } from './code';
import type { Functions } from './functions';
import { integrationCode, unavailableComment } from './integrations';
import { corsCode, methodOptions, type MethodContext } from './method-options';
import { camelCase, singular } from './names';
import { corsSettings, protectsAll } from './shared-defaults';
import { printed } from './shared-values';

export interface ResourceContext extends MethodContext {
  readonly functions: Functions;
  readonly api: string;
  /** Methods that usage plans refer to, by their keys. */
  readonly limited: ReadonlySet<string>;
  /** Integrations and options that are declared once, by their code. */
  readonly shared: ReadonlyMap<string, string>;
}

/** The variables that resources want. */
export function resourceNames({ resources }: MethodContext['spec']): string[] {
  return [...withParents(Object.keys(resources))].map((path) => camelCase(variablesOf(path)[0] ?? ''));
}

/** The variables of methods that are referred to. */
export type Methods = ReadonlyMap<string, string>;

/** Declares resources and methods, parents before children. */
export function declareResources(context: ResourceContext): Methods {
  const { api, spec, program } = context;
  const methods = new Map<string, string>();
  const paths = [...withParents(Object.keys(spec.resources))].sort((left, right) => comparePaths(left, right));
  const ids = Object.entries(spec.resources).filter(([path, { id }]) => id !== stableId(`${spec.api.id}${path}`));
  if (ids.length > 0) program.differs(spec.api.name, `the ids of resources in ${ids[0]?.[0] ?? ''} (requestContext.resourceId)`, 'they follow from the paths');
  const expressions = new Map([['/', `${api}.root`]]);
  const lent = lentToRoot(context);
  let isAfterBlock = false;
  for (const path of paths) {
    if (parentPath(path) === '/' && isAfterBlock) program.gap();
    isAfterBlock = (isAfterBlock && parentPath(path) !== '/') || usesOf(context, path, paths) > 1;
    if (path === lent) {
      declareProxy(context, path, expressions.get(parentPath(path) ?? '/') ?? api);
      continue;
    }
    const parent = expressions.get(parentPath(path) ?? '/') ?? `${api}.root`;
    const expression = path === '/' ? parent : declareResource(context, { path, parent, paths });
    expressions.set(path, expression);
    if (path === '/' && lent !== undefined) continue;
    declareMethods(context, { path, expression, methods });
  }
  return methods;
}

/** Paths in the order of a tree: a parent, then its children. */
function comparePaths(left: string, right: string): number {
  const [leftKey, rightKey] = [pathParts(left).join('\u0000'), pathParts(right).join('\u0000')];
  return leftKey < rightKey ? -1 : Number(leftKey > rightKey);
}

/** A resource that is used once has no variable: it is declared where it is used. */
function declareResource(
  context: ResourceContext, { path, parent, paths }: { readonly path: string; readonly parent: string; readonly paths: readonly string[] },
): string {
  const { program } = context;
  const part = pathParts(path).at(-1) ?? '';
  const uses = usesOf(context, path, paths);
  const resource = `${parent}.addResource(${quoted(part)})`;
  if (uses === 0) program.statement(resource);
  if (uses <= 1) return resource;
  const variable = program.variable(...variablesOf(path));
  program.gap();
  program.constant(variable, resource);
  return variable;
}

/** The number of references to a resource. */
function usesOf({ spec, defaults }: ResourceContext, path: string, paths: readonly string[]): number {
  const { cors, methods = {} } = spec.resources[path] ?? {};
  const hasCors = cors !== undefined && defaults.cors === undefined && protectsAll(cors, Object.keys(methods));
  return paths.filter((child) => child !== path && parentPath(child) === path).length + Object.keys(methods).length + (hasCors ? 1 : 0);
}

/** `/pets` is `pets`, `/pets/{petId}` is `pet`, `/admin/pets` is `adminPets` if there are pets already. */
function variablesOf(path: string): string[] {
  const parts = pathParts(path).map((text) => ({ text, part: readPathPart(text) }));
  const words = parts.map(({ text, part }, index) => {
    if (part === undefined || part.type === 'literal') return text;
    const above = parts[index - 1]?.text;
    const isOne = part.type === 'parameter' && above !== undefined && readPathPart(above)?.type === 'literal';
    return (isOne ? singular(above) : undefined) ?? part.name;
  });
  const last = words.at(-1) ?? 'root';
  const longer = words.slice(-2).join(' ');
  return [last, longer, `${last} resource`, `${longer} resource`];
}

interface Declared {
  readonly path: string;
  readonly expression: string;
  readonly methods: Map<string, string>;
}

function declareMethods(context: ResourceContext, { path, expression, methods }: Declared): void {
  const { spec, program, limited, defaults } = context;
  for (const placed of methodsOfResource(spec, path)) {
    const { httpMethod } = placed;
    commentOn(placed, context);
    const code = call(`${expression}.addMethod`, quoted(httpMethod), ...targetOf(placed, context));
    const key = methodKey(path, httpMethod);
    if (limited.has(key)) {
      const variable = program.variable(...variablesOf(path).map((name) => `${httpMethod.toLowerCase()} ${name}`));
      program.constant(variable, code);
      methods.set(key, variable);
    } else {
      program.statement(code);
    }
  }
  const { cors, methods: declared = {} } = spec.resources[path] ?? {};
  if (cors === undefined || defaults.cors !== undefined || !protectsAll(cors, Object.keys(declared))) return;
  const settings = corsCode(corsSettings(cors), context);
  program.statement(call(`${expression}.addCorsPreflight`, settings.members.length === 0 ? undefined : settings));
}

/** Why a method cannot be called, above it. */
function commentOn({ method }: LocatedMethod, { program }: ResourceContext): void {
  const comment = unavailableComment(method.integration);
  if (comment !== undefined) program.comment(comment);
}

/** Returns the arguments for the target and the options of a method. */
function targetOf(placed: LocatedMethod, context: ResourceContext): (Code | undefined)[] {
  const shared = (code: Code): Code => context.shared.get(printed(code)) ?? code;
  const options = methodOptions(placed, context);
  const written = options === undefined ? undefined : shared(options);
  if (context.defaults.integration !== undefined) return written === undefined ? [] : ['undefined', written];
  return [shared(integrationCode(placed.method.integration, { ...context, location: placed.location })), written];
}

/** The path of a proxy resource whose methods the root has as well, if there is one. */
function lentToRoot({ spec, limited }: ResourceContext): string | undefined {
  const [root, proxy] = [spec.resources['/'], spec.resources['/{proxy+}']];
  const [only] = Object.keys(proxy?.methods ?? {});
  const isLimited = ['/', '/{proxy+}'].some((path) => limited.has(methodKey(path, 'ANY')));
  if (root === undefined || proxy === undefined || only !== 'ANY' || isLimited) return undefined;
  const isSame = canonicalText({ ...root, id: '' }) === canonicalText({ ...proxy, id: '' });
  return isSame && root.cors === undefined ? '/{proxy+}' : undefined;
}

/** Everything below the root, and the root itself. */
function declareProxy(context: ResourceContext, path: string, parent: string): void {
  const { spec, program } = context;
  for (const placed of methodsOfResource(spec, path)) {
    commentOn(placed, context);
    const [target, options] = targetOf(placed, context);
    program.statement(call(`${parent}.addProxy`, objectOrNothing({
      defaultIntegration: target === 'undefined' ? undefined : target, defaultMethodOptions: options,
    })));
  }
}
