/** The methods of a contract. */
export const CONTRACT_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type ContractMethod = typeof CONTRACT_METHODS[number];

/** A method and a path, as in `GET /pets/{petId}`; `{rest+}` takes the rest of a path. */
export type Route = `${ContractMethod} /${string}`;

/** The names of the path parameters of a route. */
export type ParameterNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? WithoutPlus<Name> | ParameterNames<Rest> : never;

type WithoutPlus<Name extends string> = Name extends `${infer Greedy}+` ? Greedy : Name;

/** The method and the path of a route. */
export function partsOf(route: string): { readonly method: string; readonly path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space), path: route.slice(space + 1) };
}

/** The names in the braces of a path. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+?)\+?\}/g)].map(([, name]) => name ?? '');
}
