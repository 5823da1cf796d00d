import { unescape } from 'node:querystring';
import { GatewayError } from '../../errors';
import type { Validated } from '../plan/exchange';
import { headerValues, type HeaderField } from '../http/headers';
import { illegalRequestHeader, type MappingTarget } from './header-rules';
import type { RunInSandbox } from '../sandbox/jobs';
import { bodyPaths, compileCommon, headerText, type CommonSource, type Read } from './parameters';
import { readBodyInTime, type BodyTexts } from './read-body';
import type { TemplateScope } from './template-scope';
import { readMember } from './velocity/values';

/** Parameters mapped into an integration's request. */
export interface MappedRequest {
  readonly headers: readonly HeaderField[];
  /** Query parameters, decoded; all values of each. */
  readonly query: readonly (readonly [string, readonly string[]])[];
  /** Values for `{name}` in the integration's uri. */
  readonly path: readonly PathValue[];
}

/** A value for `{name}` in the integration's uri. */
export interface PathValue {
  readonly name: string;
  readonly text: string;
  /** Whether percent signs in it are escapes, as the definition wrote them; a client's text is decoded. */
  readonly isEncoded: boolean;
}

interface RequestSource extends CommonSource {
  readonly request: Validated;
  readonly scope: TemplateScope;
}

interface Mapping {
  readonly location: string;
  readonly name: string;
  readonly read: Read<RequestSource>;
  /** Whether the client wrote what is mapped. */
  readonly isOfClient: boolean;
}

interface RequestTarget {
  readonly target: MappingTarget;
  readonly service: string;
}

/**
 * Compiles `integration.request.{header|querystring|path}.name` ← source. A missing source sets nothing.
 * @param run reads long bodies off the main thread
 * @throws by the returned function: INTEGRATION_HEADER_ILLEGAL, PARAMETER_BODY_NOT_JSON, SANDBOX_BUSY
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html; illegal names: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function compileRequestParameters(
  parameters: Readonly<Record<string, string>>, { target, service }: RequestTarget, run: RunInSandbox,
): MapRequest<MappedRequest | Promise<MappedRequest>> {
  const mappings = Object.entries(parameters).map(([to, from]) => compileMapping(to, from, target));
  const named = (location: string) => mappings.filter((mapping) => mapping.location === location);
  const [headers, query, path] = [named('header'), named('querystring'), named('path')];
  const illegal = illegalRequestHeader(headers.map(({ name }) => name), target, service);
  const wanted = { direction: 'request', paths: bodyPaths(Object.values(parameters)) } as const;
  return (request, scope) => {
    if (illegal !== undefined) throw new GatewayError('INTEGRATION_HEADER_ILLEGAL', { name: illegal });
    const map = (body: BodyTexts): MappedRequest => {
      const source: RequestSource = { request, scope, context: scope.context, stageVariables: request.stage.variables, body };
      return {
        headers: valuesOf(headers, source).map(([name, values]) => ({ name, value: headerText(values.join(',')) })),
        query: valuesOf(query, source),
        path: path.flatMap(({ name, read, isOfClient }) => {
          const values = read(source);
          return values.length === 0 ? [] : [{ name, text: values.join(','), isEncoded: !isOfClient }];
        }),
      };
    };
    const body = readBodyInTime(request.received.body, wanted, run);
    return body instanceof Promise ? body.then(map) : map(body);
  };
}

type MapRequest<Mapped> = (request: Validated, scope: TemplateScope) => Mapped;

function valuesOf(mappings: readonly Mapping[], source: RequestSource): (readonly [string, readonly string[]])[] {
  return mappings.map(({ name, read }) => [name, read(source)] as const).filter(([, values]) => values.length > 0);
}

/**
 * Path parameters are kept as they were sent, except in the address of an HTTP backend or service, which is made of decoded texts.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
function compileMapping(to: string, from: string, target: MappingTarget): Mapping {
  const [, location = '', name = ''] = /^integration\.request\.(\w+)\.(.+)$/s.exec(to) ?? [];
  const read = compileCommon(from) ?? compileSource(from);
  const isDecoded = target !== 'function' && location !== 'header' && /^(?:method|route)\.request\.path\./.test(from);
  return { location, name, read: isDecoded ? (source) => read(source).map(unescape) : read, isOfClient: /^(?:method|route)\.request\./.test(from) };
}

/** `method.request.…`: header, querystring and path give the last value, the multi-value sources all values. */
function compileSource(expression: string): Read<RequestSource> {
  const [, family = '', rest = ''] = /^(?:method|route)\.request\.(\w+)(.*)$/s.exec(expression) ?? [];
  const name = rest.slice(1);
  switch (family) {
    case 'multivalueheader': return ({ request }) => joined(headerValues(request.headers.filter((field) => field.name === name), name));
    case 'multivaluequerystring': return ({ request }) => request.queryParameters[name] ?? [];
    case 'header':
    case 'querystring':
    case 'path': return ({ scope }) => asList(readMember(scope.parameters[family], name));
    default: return () => [];
  }
}

function joined(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [values.join(',')];
}

function asList(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
