import type { ContractDefinition } from '../definition';
import { DECLARED_HEADER, isJson } from '../responses';
import { isSecondFormat, type GatewayEvent, type GatewayResult } from './event';

/** An answer whose types are no longer known. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** The words of a contract on an answer. */
export interface AnswerDeclaration {
  readonly contentType?: string | undefined;
  /** Whether the answer is one that the contract declares. */
  readonly isDeclared: boolean;
}

/** Writes an answer in the form of the event's payload format. */
export function resultOf(event: GatewayEvent, answer: Answer, { contentType, isDeclared }: AnswerDeclaration): GatewayResult {
  const body = bodyOf(answer.body, contentType);
  const type: [string, string][] = answer.body === undefined ? [] : [['content-type', contentType ?? 'application/json']];
  const headers = new Map<string, string[]>(type.map(([name, value]) => [name, [value]]));
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined && value !== null) headers.set(name.toLowerCase(), [value].flat().map(String));
  }
  if (isDeclared && answer.status >= 400) markDeclared(headers);
  return { statusCode: answer.status, ...body, ...(isSecondFormat(event) ? secondFormat(headers) : firstFormat(headers)) };
}

/** Clients tell the answer from those of the gateway by a header, which browsers show to other origins only if it is exposed. */
function markDeclared(headers: Map<string, string[]>): void {
  const exposed = 'access-control-expose-headers';
  headers.set(DECLARED_HEADER, ['declared']);
  if (headers.has('access-control-allow-origin')) headers.set(exposed, [[...headers.get(exposed) ?? [], DECLARED_HEADER].join(', ')]);
}

/** Headers that announce the end of a route: Deprecation (RFC 9745) and Sunset (RFC 8594). */
export function lifetimeHeaders({ deprecated, sunset }: ContractDefinition): Record<string, string> {
  return {
    ...(deprecated === undefined ? {} : { deprecation: `@${Date.parse(deprecated) / 1000}` }),
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}

function bodyOf(body: unknown, contentType: string | undefined): Pick<GatewayResult, 'body' | 'isBase64Encoded'> {
  if (body === undefined) return { body: '' };
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: isJson(contentType) || typeof body !== 'string' ? JSON.stringify(body) : body };
}

function firstFormat(headers: ReadonlyMap<string, string[]>): Pick<GatewayResult, 'headers' | 'multiValueHeaders'> {
  const several = [...headers].filter(([, values]) => values.length > 1);
  return {
    headers: Object.fromEntries([...headers].flatMap(([name, values]) => values.slice(0, 1).map((value) => [name, value]))),
    ...(several.length === 0 ? {} : { multiValueHeaders: Object.fromEntries(several) }),
  };
}

function secondFormat(headers: ReadonlyMap<string, string[]>): Pick<GatewayResult, 'headers' | 'cookies'> {
  const cookies = headers.get('set-cookie');
  const single = [...headers].filter(([name]) => name !== 'set-cookie');
  return { headers: Object.fromEntries(single.map(([name, values]) => [name, values.join(', ')])), ...(cookies === undefined ? {} : { cookies }) };
}
