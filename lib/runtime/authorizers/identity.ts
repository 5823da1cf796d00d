import { readIdentitySource, type Protocol } from '../../spec';
import { requestContext1, requestContext2 } from '../lambda-format/http-event';
import type { Routed } from '../plan/exchange';
import { requestContext } from '../lambda-format/request-context';
import { webSocketContext } from '../lambda-format/web-socket-event';
import { headerValue, headerValues } from '../http/headers';

/** Compiles an identity source; it has no values if it is missing or empty. Only header names are case-insensitive. */
export function compileIdentitySource(text: string): (request: Routed) => readonly string[] {
  const { family, name } = readIdentitySource(text);
  const present = (values: readonly string[]) => (values.some((value) => value !== '') ? values : []);
  switch (family) {
    case 'header': return ({ headers }) => present(headerValues(headers, name));
    case 'querystring': return ({ queryParameters }) => present(queryParameters[name] ?? []);
    case 'stageVariables': return ({ stage }) => present(Object.hasOwn(stage.variables, name) ? [stage.variables[name] ?? ''] : []);
    case 'context': return (request) => present(textsOf(name.split('.').reduce<unknown>(ownMember, CONTEXTS[request.stage.protocol](request))));
  }
}

const CONTEXTS: Readonly<Record<Protocol, (request: Routed) => Record<string, unknown>>> = {
  'rest': requestContext,
  'http': httpContext,
  'function-url': httpContext,
  'websocket': webSocketContext,
};

function httpContext(request: Routed): Record<string, unknown> {
  return { ...requestContext2(request), ...requestContext1(request) };
}

/** The token in a header, or in the query of an HTTP API, or undefined. */
export function compileTokenSource(text: string): (request: Routed) => string | undefined {
  const { family, name } = readIdentitySource(text);
  if (family === 'querystring') return ({ queryParameters }) => queryParameters[name]?.at(-1) || undefined;
  return ({ headers }) => headerValue(headers, name) || undefined;
}

function ownMember(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key]; // an own member, checked above
}

function textsOf(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
