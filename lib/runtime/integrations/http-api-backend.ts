import { DEFAULT_ROUTE_PATH, type HttpProxyIntegrationSpec } from '../../spec';
import { FRAMING } from '../http/framing';
import { headerValue, withoutHeaders, type HeaderField } from '../http/headers';
import { compileRequestMappings, compileResponseMappings } from '../mapping/http-mappings';
import type { RoutedRequest, Validated } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';
import { PLAIN, type CompileContext } from './compile-context';
import { compileEndpoint, encodeIllegal, validEndpoint } from './endpoint';
import { backendRequest, recordedBackend } from './http';
import { namedHost, vpcLinkOf } from './vpc-link';

/** Client headers that end at an HTTP API: those of the connection, and those for which it sends its own. */
const KEPT: ReadonlySet<string> = new Set([
  ...FRAMING, 'te', 'host', 'via', 'forwarded', 'proxy-authorization', 'x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto', 'x-amzn-trace-id',
]);

/** The name of what the default route adds to the address of its backend. */
const REST_OF_PATH = 'path';

/**
 * HTTP backend of an HTTP API: method, headers, query and body are passed on as they are, after the mappings; the default route
 * appends the whole path. Bodies are bytes in both directions.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html
 */
export function compileHttpApiBackend(
  spec: HttpProxyIntegrationSpec, context: CompileContext,
): CompiledIntegration<BackendRequest, BackendResponse> {
  const { stage, http, resourcePath, vpcLinks } = context;
  const link = vpcLinkOf(spec, stage, vpcLinks);
  const takesWholePath = resourcePath === DEFAULT_ROUTE_PATH;
  const endpoint = compileEndpoint(takesWholePath ? spec.uri.replace(/\/?(\?.*)?$/, (_, query: string | undefined) => `/{${REST_OF_PATH}}${query ?? ''}`) : spec.uri, stage);
  const mapRequest = compileRequestMappings(spec.requestMappings);
  const mapResponse = compileResponseMappings(spec.responseMappings);
  return {
    ...PLAIN,
    label: `http-proxy ${spec.uri}`,
    endpoint: { request: recordedBackend, answer: (response) => response },
    ...link,
    request: (validated) => {
      const { request, path } = mapRequest(validated);
      if (link !== undefined) return privateRequest(spec, validated, { address: link.checkReachable(), request, path });
      const parameters = Object.entries(takesWholePath ? { [REST_OF_PATH]: validated.routePath.slice(1) } : validated.pathParameters);
      const url = endpoint({
        path: parameters.map(([name, text]) => ({ name, text, isEncoded: false })),
        query: Object.entries(request.queryParameters),
      });
      return backendRequest(spec, validated, {
        url: validEndpoint(path === undefined ? url : withPath(url, path)),
        headers: backendHeaders(request),
        body: validated.received.body,
      });
    },
    call: (request) => http(request),
    response: ({ status, headers, body }, _, validated) =>
      mapResponse({ status, headers: withoutHeaders(headers, FRAMING), body }, validated),
  };
}

/**
 * The request to the backend behind a VPC link: its path is that of the request, with the stage, unless a mapping replaces it. With a
 * server name it is sent by TLS on AWS; here the address says so.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html
 */
function privateRequest(
  spec: HttpProxyIntegrationSpec, validated: Validated,
  { address, request, path }: { readonly address: string; readonly request: RoutedRequest; readonly path: string | undefined },
): BackendRequest {
  const { serverNameToVerify: name } = spec;
  const queried = compileEndpoint(address, validated.stage)({ path: [], query: Object.entries(request.queryParameters) });
  const query = queried.slice(address.length);
  const headers = backendHeaders(request);
  return {
    ...backendRequest(spec, validated, {
      url: validEndpoint(withPath(`${address}/${query}`, path ?? validated.fullPath)), headers, body: validated.received.body,
    }),
    ...(name === undefined ? {} : namedHost(headers, { authority: name, host: name })),
  };
}

function withPath(url: string, path: string): string {
  const [, origin = '', query = ''] = /^([a-z]+:\/\/[^/?]*)[^?]*(\?.*)?$/i.exec(url) ?? [];
  return `${origin}${encodeIllegal(path.startsWith('/') ? path : `/${path}`)}${query}`;
}

function backendHeaders(request: RoutedRequest): HeaderField[] {
  const { headers, received, ids } = request;
  const host = headerValue(headers, 'host') ?? '';
  const root = /Root=[^;]*/.exec(ids.trace.text)?.[0] ?? ids.trace.text;
  return [
    ...withoutHeaders(headers, KEPT),
    { name: 'Via', value: 'HTTP/1.1 AmazonAPIGateway' },
    { name: 'Forwarded', value: `for=${received.sourceIp};host=${host};proto=${received.scheme}` },
    { name: 'X-Amzn-Trace-Id', value: `Self=${root.replace('Root=', '')};${root}` },
  ];
}
