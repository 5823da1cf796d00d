import { createHash } from 'node:crypto';
import { describeIntegration, type IntegrationSpec } from '../../spec';
import type { Validated } from '../plan/exchange';
import { compileRequestParameters, type MappedRequest } from '../mapping/request-parameters';
import { templateScope } from '../mapping/template-scope';
import type { RunInSandbox } from '../sandbox/jobs';

/** The key of a request's response in the cache of its stage. @throws PARAMETER_BODY_NOT_JSON, SANDBOX_BUSY */
export type CacheKey = (request: Validated) => string | Promise<string>;

/**
 * Compiles what distinguishes the responses of a method: method, resource, path and the chosen parameters. With a namespace
 * it is method, namespace and parameters, so that resources can share responses. Query and headers count only if they are
 * chosen.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_Integration.html (cacheNamespace)
 */
export function compileCacheKey(integration: IntegrationSpec, resourceId: string, run: RunInSandbox): CacheKey {
  const { cacheNamespace, cacheKeyParameters } = describeIntegration(integration);
  const sources = cacheKeyParameters.map((name) => sourceOf(name, integration));
  const targets = sources.map((source, index) => [`integration.request.querystring.${index}`, source] as const);
  const parameters = compileRequestParameters(Object.fromEntries(targets), { target: 'function', service: '' }, run);
  return (request) => {
    const scope = cacheNamespace === undefined ? ['resource', resourceId, withoutTrailingSlash(request.path)] : ['namespace', cacheNamespace];
    const keyOf = ({ query }: Pick<MappedRequest, 'query'>): string =>
      digest([[request.received.method], scope, ...query.map(([name, values]) => [name, ...values])]);
    if (sources.length === 0) return keyOf({ query: [] });
    const mapped = parameters(request, templateScope(request));
    return mapped instanceof Promise ? mapped.then(keyOf) : keyOf(mapped);
  };
}

/** `integration.request.x` is the value mapped to it. */
function sourceOf(name: string, integration: IntegrationSpec): string {
  const mapped = describeIntegration(integration).requestParameters;
  return (Object.hasOwn(mapped, name) ? mapped[name] : undefined) ?? name;
}

/** Both spellings lead to one resource. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-set-up-simple-proxy.html */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Every text is preceded by its length, so that a client cannot shift the border between two of them. */
function digest(groups: readonly (readonly string[])[]): string {
  const hash = createHash('sha256');
  for (const texts of groups) {
    hash.update(`${texts.length}[`);
    for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text);
  }
  return hash.digest('base64');
}
