import { pathParts, readPathPart } from '../spec';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'query' | 'path';
  readonly required: boolean;
  readonly schema: { readonly type: 'string' };
}

const LOCATIONS = { header: 'header', querystring: 'query', path: 'path' } as const;

/** The parameters that a method declares: `method.request.{header|querystring|path}.<name>`, by location and name. */
export function declaredParameters(requestParameters: Readonly<Record<string, boolean>>): Parameter[] {
  return Object.entries(requestParameters).sort(([left], [right]) => (left < right ? -1 : 1)).flatMap(([source, required]) => {
    const [, family, name] = /^method\.request\.(header|querystring|path)\.(.+)$/.exec(source) ?? [];
    if (name === undefined) return [];
    const location = LOCATIONS[family as keyof typeof LOCATIONS]; // one of the alternatives of the expression
    return [parameter(name, location, required)];
  });
}

/** The declared parameters with those that the path has by itself, which come first and are always required. */
export function allParameters(path: string, requestParameters: Readonly<Record<string, boolean>>): Parameter[] {
  const names = pathParameterNames(path);
  const declaredElsewhere = declaredParameters(requestParameters).filter((declared) => declared.in !== 'path' || !names.includes(declared.name));
  return [...names.map((name) => parameter(name, 'path', true)), ...declaredElsewhere.filter((declared) => declared.in !== 'path')];
}

/** Names of the parameters in a path: `/pets/{id}/{rest+}` → `id`, `rest`. */
function pathParameterNames(path: string): string[] {
  return pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part === undefined || part.type === 'literal' ? [] : [part.name];
  });
}

function parameter(name: string, location: Parameter['in'], required: boolean): Parameter {
  // A parameter of the path is always there: the route would not match without it.
  return { name, in: location, required: required || location === 'path', schema: { type: 'string' } };
}
