import type { GatewayResponseType } from '../../errors';
import type { RequestProgress, ServedStage } from '../plan/exchange';
import { requestContext } from '../lambda-format/request-context';
import { headerValue, headerValues } from '../http/headers';
import { readQuery } from '../router/request-path';
import type { ResolveVariable } from '../plan/gateway-response';

/** The variables of `$context.error`. */
export interface ErrorFacts {
  readonly message: string | null;
  readonly responseType: GatewayResponseType;
  readonly validationErrorString: string | undefined;
}

/**
 * The variables that a gateway response may use: `context.…` with `context.error.…`, `stageVariables.…`,
 * `method.request.{header|querystring|path|multivalueheader|multivaluequerystring}.…`.
 */
export function errorVariables(progress: RequestProgress, stage: ServedStage, error: ErrorFacts): ResolveVariable {
  let context: unknown;
  return (source) => {
    if (source.startsWith('stageVariables.')) return own(stage.variables, source.slice('stageVariables.'.length));
    if (source.startsWith('method.request.')) return parameter(source.slice('method.request.'.length), progress);
    context ??= { ...contextOf(progress, stage), error: errorContext(error) };
    return textAt(context, source.split('.').slice(1));
  };
}

function contextOf(progress: RequestProgress, stage: ServedStage): Record<string, unknown> {
  const { received, ids, fullPath, routed } = progress;
  if (routed !== undefined) return requestContext(routed);
  return requestContext({ received, ids, stage, headers: received.headers, fullPath, plan: { resourceId: '', resourcePath: '' } });
}

/** `messageString` is the message as JSON text; `message` is the same without the quotes. */
function errorContext({ message, responseType, validationErrorString }: ErrorFacts): Record<string, unknown> {
  return { message, messageString: JSON.stringify(message), responseType, validationErrorString };
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  let member = value;
  for (const name of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name)) return undefined;
    member = (member as Readonly<Record<string, unknown>>)[name]; // an own member, checked above
  }
  if (member === undefined || member === null || typeof member === 'object') return undefined;
  return String(member);
}

function parameter(source: string, { received, query: sent, routed }: RequestProgress): string | undefined {
  const dot = source.indexOf('.');
  const name = source.slice(dot + 1);
  const query = () => readQuery(sent)[name];
  switch (source.slice(0, dot)) {
    case 'header': return headerValue(received.headers, name);
    case 'multivalueheader': return joined(headerValues(received.headers, name));
    case 'querystring': return query()?.at(-1);
    case 'multivaluequerystring': return joined(query() ?? []);
    case 'path': return own(routed?.pathParameters ?? {}, name);
    default: return undefined;
  }
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

function own(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
