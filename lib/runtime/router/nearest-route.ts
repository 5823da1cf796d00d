import { distance } from 'fastest-levenshtein';

/** A method of a resource. */
export interface DeployedRoute {
  readonly method: string;
  /** `/pets/{petId}` */
  readonly path: string;
}

/** The search is for explanations: it must not cost more than a request. */
const MAX_PATH = 200;
const MAX_ROUTES = 500;
/** The share of the characters of a route that may differ; its parameters do not count. */
const MAX_DIFFERENT = 0.4;

/**
 * The route that was probably meant: `GET /cats` for `GET /cat`. A parameter fits every segment, so `/pet/7` is as near to
 * `/pets/{petId}` as `/pet` to `/pets`; a forgotten or repeated segment counts as its characters.
 */
export function nearestRoute(method: string, path: string, routes: readonly DeployedRoute[]): string | undefined {
  if (path.length > MAX_PATH) return undefined;
  const wanted = path.toLowerCase().split('/');
  let best: { readonly route: DeployedRoute; readonly far: number } | undefined;
  for (const route of routes.slice(0, MAX_ROUTES)) {
    const far = distance(path.toLowerCase(), fitted(route.path, wanted)) + (servesMethod(route, method) ? 0 : 0.5);
    const isNear = far <= Math.max(2, literal(route.path).length * MAX_DIFFERENT);
    if (isNear && (best === undefined || far < best.far)) best = { route, far };
  }
  if (best === undefined) return undefined;
  return `${best.route.method === 'ANY' ? method : best.route.method} ${best.route.path}`;
}

/** The stage that was probably meant: `prod` for `prd` or `Prod`. */
export function nearestStage(stageName: string, names: readonly string[]): string | undefined {
  if (stageName.length > MAX_PATH) return undefined;
  const near = names.map((name) => ({ name, far: distance(stageName.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(1, name.length * MAX_DIFFERENT));
  return near.sort((left, right) => left.far - right.far)[0]?.name;
}

function servesMethod({ method: declared }: DeployedRoute, method: string): boolean {
  return declared === method || declared === 'ANY';
}

/** `/pets` of `/pets/{petId}`: a greedy parameter fits so much that the whole path would always seem near. */
function literal(path: string): string {
  return path.split('/').filter((part) => !part.startsWith('{')).join('/');
}

/** The path with the client's segments for its parameters. */
function fitted(path: string, wanted: readonly string[]): string {
  const fit = (part: string, index: number): string => {
    if (part.endsWith('+}')) return wanted.slice(index).join('/');
    return part.startsWith('{') ? wanted[index] ?? '' : part.toLowerCase();
  };
  return path.split('/').map(fit).join('/');
}
