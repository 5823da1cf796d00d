import { issue, warning, type Issue } from '../errors';
import { canonicalText, DEFAULT_VENDOR, type HttpMethodSpec } from '../spec';
import { corsSpecOf, type CorsOptions } from './cors';
import type { Method } from './method';
import type { IResource } from './api-interface';
import type { CorsInput } from './spec-input';

/** A method with CORS settings. */
interface Protected {
  readonly method: Method;
  readonly httpMethod: HttpMethodSpec;
  readonly options: CorsOptions;
}

/** The methods in the spec, by name. */
export type ServedMethods = ReadonlyMap<HttpMethodSpec, Method>;

/**
 * CORS of a resource with the methods it covers: all but OPTIONS if the resource has CORS settings, otherwise those with
 * settings of their own. There is one preflight per path, so all settings must be the same.
 */
export function corsInput(resource: IResource, served: ServedMethods, issues: Issue[]): CorsInput | undefined {
  const list = protectedMethods(resource, served);
  const [first, ...others] = list;
  if (first === undefined) {
    if (resource._cors !== undefined) issues.push(warning('CORS_WITHOUT_METHOD', resource.node.path));
    return undefined;
  }
  issues.push(...others.filter((entry) => !isSame(first.options, entry.options)).map((entry) =>
    issue('CORS_SETTINGS_DIFFER', entry.method.node.path, { method: entry.httpMethod, other: first.httpMethod, path: resource.path })));
  if (first.options.disableCache === true && first.options.maxAge !== undefined) issues.push(issue('CORS_CACHE_AMBIGUOUS', resource.node.path));
  return corsSpecOf(first.options, list.map((entry) => entry.httpMethod).sort(), resource.api._platform);
}

function protectedMethods(resource: IResource, served: ServedMethods): Protected[] {
  return [...served].flatMap(([httpMethod, method]) => {
    const options = httpMethod === 'OPTIONS' ? undefined : optionsOf(resource, method);
    return options === undefined ? [] : [{ method, httpMethod, options }];
  });
}

/** The method's own settings over those of its resource; a declared OPTIONS method overrides inherited settings. */
function optionsOf(resource: IResource, method: Method): CorsOptions | undefined {
  const own = method.resource;
  const hasOptions = own._methods.some((candidate) => candidate.httpMethod === 'OPTIONS');
  const ofResource = own._cors ?? (hasOptions ? undefined : own.defaultCorsPreflightOptions);
  const options = method._cors === undefined ? ofResource : { ...ofResource, ...method._cors };
  const isLent = own !== resource;
  return isLent && resource._methods.some((candidate) => candidate.httpMethod === 'OPTIONS') ? undefined : options;
}

function isSame(left: CorsOptions, right: CorsOptions): boolean {
  const text = (options: CorsOptions) => canonicalText(corsSpecOf(options, ['ANY'], DEFAULT_VENDOR.shortPrefix));
  return text(left) === text(right);
}
