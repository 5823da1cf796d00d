import { GatewayError } from '../../errors';
import type { Validated } from '../plan/exchange';
import { capitalize } from '../http/capitalize';
import { headerValue, type HeaderField } from '../http/headers';
import { illegalRequestHeader, passesThroughProxy, reachesBackend, type MappingTarget } from '../mapping/header-rules';
import { headerOverrides, overrideHeaders } from '../mapping/overrides';
import type { TemplateScope } from '../mapping/template-scope';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Headers of a mapped HTTP request: the gateway's own, overridden by the mapped ones, overridden by those that a template
 * sets. Of the client's headers, only Content-Type is passed on.
 * @throws OVERRIDE_INVALID
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function mappedBackendHeaders(
  request: Validated, scope: TemplateScope, { mapped, target }: { readonly mapped: readonly HeaderField[]; readonly target: MappingTarget },
): HeaderField[] {
  const contentType = WITHOUT_BODY.has(request.received.method) ? undefined : headerValue(request.headers, 'content-type');
  const defaults = [
    { name: 'Accept', value: 'application/json' },
    ...(contentType === undefined ? [] : [{ name: 'Content-Type', value: contentType }]),
    ...gatewayHeaders(request),
  ];
  const overriding = headerOverrides(scope.context, 'requestOverride');
  const illegal = illegalRequestHeader(overriding.map(({ name }) => name), target, request.stage.vendor.headerPrefix);
  if (illegal !== undefined) throw new GatewayError('OVERRIDE_INVALID', { reason: `header ${illegal} belongs to the gateway` });
  return overrideHeaders(overrideHeaders(defaults, mapped), overriding).filter(({ name }) => reachesBackend(name));
}

/** Headers of an HTTP_PROXY request: the client's, except for those that end at the gateway; a mapped header replaces the client's. */
export function proxiedBackendHeaders(request: Validated, mapped: readonly HeaderField[]): HeaderField[] {
  const own = ownHeaders(request);
  const passed = request.headers.filter(({ name }) => passesThroughProxy(name));
  return overrideHeaders(overrideHeaders(passed, own), mapped.filter(({ name }) => reachesBackend(name)));
}

export function gatewayHeaders(request: Validated): HeaderField[] {
  return [{ name: 'User-Agent', value: `AmazonAPIGateway_${request.stage.apiId}` }, ...ownHeaders(request)];
}

function ownHeaders({ ids, stage }: Validated): HeaderField[] {
  const service = capitalize(stage.vendor.headerPrefix);
  return [
    { name: `X-${service}-Apigateway-Api-Id`, value: stage.apiId },
    { name: `X-${service}-Trace-Id`, value: ids.trace.text },
  ];
}
