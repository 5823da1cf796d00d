import { headerValue, type HeaderList } from '../http/headers';
import { JsonDepthError, jsonText, parseJson } from './json';

/*
 * Selection expressions of WebSocket APIs: `$request.body.action`, `${request.body.service}/${request.body.action}`, or a text.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html
 */

/** The values that expressions read. */
export interface SelectionSource {
  readonly message: string;
  readonly headers?: HeaderList;
  readonly queryParameters?: Readonly<Record<string, readonly string[]>>;
  readonly stageVariables?: Readonly<Record<string, string>>;
  /** `$context`. */
  readonly context?: () => unknown;
  /** The answer of the integration. */
  readonly response?: { readonly status: string; readonly headers: HeaderList; readonly body: string };
}

/** The text that an expression selects; what is missing is empty. */
export type Select = (source: SelectionSource) => string;

/** Compiles an expression. Any text is one; `\$` is a dollar sign. */
export function compileSelectionExpression(expression: string): Select {
  if (/^\$[^{]/.test(expression)) return compileVariable(expression.slice(1));
  const parts = expression.split(/(\\\$|\$\{[^}]*\})/).map((text): Select => {
    if (text === '\\$') return () => '$';
    return text.startsWith('${') ? compileVariable(text.slice(2, -1)) : () => text;
  });
  return (source) => parts.map((part) => part(source)).join('');
}

function compileVariable(variable: string): Select {
  const [, family, rest = ''] = /^(request\.body|request\.header|request\.querystring|context|stageVariables|integration\.response\.(?:statuscode|header|body))(?:\.(.*)|(?=\[))?/s.exec(variable) ?? [];
  const path = family === undefined ? [] : memberNames(variable.slice(family.length));
  switch (family) {
    case 'request.body': return ({ message }) => textAt(jsonOf(message), path);
    case 'request.header': return ({ headers = [] }) => headerValue(headers, rest) ?? '';
    case 'request.querystring': return ({ queryParameters = {} }) => (Object.hasOwn(queryParameters, rest) ? queryParameters[rest]?.at(-1) ?? '' : '');
    case 'context': return ({ context }) => textAt(context?.(), path);
    case 'stageVariables': return ({ stageVariables }) => textAt(stageVariables, [rest]);
    case 'integration.response.statuscode': return ({ response }) => response?.status ?? '';
    case 'integration.response.header': return ({ response }) => headerValue(response?.headers ?? [], rest) ?? '';
    case 'integration.response.body': return ({ response }) => textAt(jsonOf(response?.body ?? ''), path);
    default: return () => '';
  }
}

/** `.a[0].b` and `['a'].b` as names. */
function memberNames(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/g)].map(([, plain, single, double, index]) => plain ?? single ?? double ?? index ?? '');
}

/** A text that is not JSON has no members, as one that is nested too deeply to be read. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonDepthError) return undefined;
    throw error;
  }
}

function textAt(root: unknown, path: readonly string[]): string {
  const value = path.reduce(memberOf, root);
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : jsonText(value) ?? '';
}

/** An own member. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // an own member, checked above
}
