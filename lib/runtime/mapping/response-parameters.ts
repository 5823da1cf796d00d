import { GatewayError } from '../../errors';
import type { Validated } from '../exchange';
import { headerValues, type HeaderField, type HeaderList } from '../headers';
import { remapResponseHeaders } from './header-rules';
import { parseJson } from './json-path';
import { bodyTexts, compileCommon, headerText, type CommonSource, type Read } from './parameters';
import type { TemplateScope } from './template-scope';
import { isMap, readMember } from './velocity/values';

/** What an integration answered. */
export interface EndpointResponse {
  readonly headers: HeaderList;
  readonly body: Buffer;
}

interface ResponseSource extends CommonSource {
  readonly headers: HeaderList;
  /** @throws RESPONSE_BODY_NOT_JSON */
  readonly body: () => unknown;
}

/**
 * Compiles `method.response.header.name` ← source. A missing source sets nothing; some names are renamed or dropped.
 * @throws by the returned function: RESPONSE_BODY_NOT_JSON
 * @see aws-data-plane §7, §8
 */
export function compileResponseParameters(
  parameters: Readonly<Record<string, string>>,
  service: string,
): (response: EndpointResponse, request: Validated, scope: TemplateScope) => HeaderField[] {
  const mappings = Object.entries(parameters).map(([to, from]) => ({
    name: to.replace(/^method\.response\.header\./, ''),
    read: compileCommon(from) ?? compileSource(from),
  }));
  return ({ headers, body }, request, { context }) => {
    const source: ResponseSource = { headers, context, stageVariables: request.stage.variables, body: () => responseBody(body) };
    const mapped = mappings.flatMap(({ name, read }) => {
      const values = read(source);
      return values.length === 0 ? [] : [{ name, value: headerText(values.join(',')) }];
    });
    return remapResponseHeaders(mapped, service);
  };
}

/** `integration.response.…`: a header's last value, all values joined with a comma, or a part of the body. */
function compileSource(expression: string): Read<ResponseSource> {
  const [, family = '', rest = ''] = /^integration\.response\.(\w+)(.*)$/s.exec(expression) ?? [];
  const name = rest.slice(1);
  switch (family) {
    case 'header': return ({ headers }) => headerValues(headers, name).slice(-1);
    case 'multivalueheader': return ({ headers }) => headerValues(headers, name);
    case 'body': return ({ body }) => bodyTexts(withErrorMessage(body(), rest), rest);
    default: return () => [];
  }
}

/**
 * A function's error may carry JSON text as its message; a path below `errorMessage` reads into it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/handle-errors-in-lambda-integration.html
 */
function withErrorMessage(body: unknown, path: string): unknown {
  if (!/^\.errorMessage[.[]/.test(path) || !isMap(body)) return body;
  const message = readMember(body, 'errorMessage');
  return typeof message === 'string' ? { ...body, errorMessage: parseJson(message) } : body;
}

/** As for requests, but a body that starts like JSON and is none is the definition's fault. @throws RESPONSE_BODY_NOT_JSON */
function responseBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').trim();
  if (text === '') return {};
  if (!/^[{["']/.test(text)) return text;
  const value = parseJson(text);
  if (value === undefined) throw new GatewayError('RESPONSE_BODY_NOT_JSON', { reason: 'it starts like JSON and is none' });
  return value;
}
