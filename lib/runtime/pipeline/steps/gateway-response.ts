import { CATALOG, fillMessage, GatewayError, type CatalogRow, type GatewayResponseType } from '../../../errors';
import { GATEWAY_RESPONSE_DEFAULTS, type Protocol } from '../../../spec';
import { capitalize } from '../../http/capitalize';
import type { RequestProgress } from '../../plan/exchange';
import { validationErrorString } from '../../access-log/phases';
import { errorVariables } from '../../gateway-responses/variables';
import { headerValue, withoutHeaders, type HeaderField, type HeaderList } from '../../http/headers';
import type { Reply } from '../../http/reply';
import type { GatewayResponsePlan } from '../../plan/gateway-response';
import { connectionResponse } from './connection-response';
import { httpResponse } from './http-response';
import { urlResponse } from './url-response';

/**
 * The one place where an error becomes a response: the API's own gateway response of the type, or else its DEFAULT_4XX or
 * DEFAULT_5XX, or else the service's. Any other error is INTERNAL; the client never sees its details.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html
 */
export function gatewayResponse(thrown: unknown, progress: RequestProgress): Reply {
  const error = GatewayError.isGatewayError(thrown)
    ? thrown
    : new GatewayError('INTERNAL', { reason: thrown instanceof Error ? thrown.message : String(thrown) }, { cause: thrown });
  return ANSWERS[progress.responseContext.protocol](error, progress);
}

type Answer = (error: GatewayError, progress: RequestProgress) => Reply;

const ANSWERS: Readonly<Record<Protocol, Answer>> = {
  'rest': restResponse,
  'http': httpResponse,
  'function-url': urlResponse,
  // requests about connections are answered as those of a REST API
  'websocket': (error, progress) => {
    const { connection } = progress;
    return connection === undefined ? restResponse(error, progress) : connectionResponse(error, progress, connection);
  },
};

function restResponse(error: GatewayError, progress: RequestProgress): Reply {
  const row: CatalogRow = CATALOG[error.code];
  const type = row.gatewayResponse ?? 'DEFAULT_5XX';
  const defaults = GATEWAY_RESPONSE_DEFAULTS[type];
  const status = row.status ?? defaults.statusCode;
  const message = row.clientMessage === undefined ? defaults.message : fillMessage(row.clientMessage, error.details);
  const about = { error, explain: error.message };
  if (row.isPlainText === true) return { status, headers: [TEXT_TYPE], body: Buffer.from(message ?? ''), ...about };
  const standard: Reply = {
    status,
    headers: [
      JSON_TYPE,
      { name: `x-${progress.responseContext.vendor.headerPrefix}-ErrorType`, value: row.errorType ?? defaults.errorType },
      ...traceOf(error, progress),
    ],
    body: row.hasNoBody === true ? Buffer.alloc(0) : Buffer.from(`{"${defaults.member ?? 'message'}":${row.spaced === true || defaults.spaced === true ? ' ' : ''}${JSON.stringify(message)}}`),
    ...about,
  };
  const plan = customized(type, status, progress);
  return plan === undefined ? standard : withPlan(standard, plan, { progress, type, message });
}

const JSON_TYPE: HeaderField = { name: 'Content-Type', value: 'application/json' };
const TEXT_TYPE: HeaderField = { name: 'Content-Type', value: 'text/plain' };

/**
 * The root of the trace, once a function has been called. One that does not exist counts as called: AWS calls it, and Lambda
 * refuses. Public captures of 2025 have it on 500, 502 and 504; recorded errors before the call do not.
 */
function traceOf({ code }: GatewayError, { hasCalledFunction, ids, responseContext }: RequestProgress): HeaderField[] {
  const root = hasCalledFunction || code === 'FUNCTION_UNRESOLVED' ? /^Root=[^;]*/.exec(ids.trace.text)?.[0] : undefined;
  return root === undefined ? [] : [{ name: `X-${capitalize(responseContext.vendor.headerPrefix)}-Trace-Id`, value: root }];
}

/** A customized type inherits nothing from the DEFAULT ones; 413 cannot be customized. */
function customized(type: GatewayResponseType, status: number, { stage }: RequestProgress): GatewayResponsePlan | undefined {
  if (stage === undefined || type === 'REQUEST_TOO_LARGE') return undefined;
  return stage.gatewayResponses.get(type) ?? stage.gatewayResponses.get(status >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX');
}

interface Facts {
  readonly progress: RequestProgress;
  readonly type: GatewayResponseType;
  readonly message: string | null;
}

function withPlan(standard: Reply, plan: GatewayResponsePlan, { progress, type, message }: Facts): Reply {
  const { stage, received } = progress;
  if (stage === undefined) return standard;
  const details = standard.error && validationErrorString(standard.error);
  const resolve = errorVariables(progress, stage, { message, responseType: type, validationErrorString: details });
  const mapped = plan.headers.flatMap(({ name, value }) => {
    const text = value(resolve);
    return text === undefined ? [] : [{ name, value: text.replace(/[\r\n\0]/g, ' ') }];
  });
  const template = plan.template(headerValue(received.headers, 'accept'));
  const typed = template === undefined ? standard.headers : withHeaders(standard.headers, [{ name: 'Content-Type', value: template.mediaType }]);
  return {
    ...standard,
    status: plan.status ?? standard.status,
    headers: withHeaders(typed, mapped),
    body: template === undefined ? standard.body : Buffer.from(template.render(resolve)),
  };
}

/** The list with some headers replaced or added. */
function withHeaders(headers: HeaderList, added: HeaderList): HeaderList {
  const names = new Set(added.map((field) => field.name.toLowerCase()));
  return [...withoutHeaders(headers, names), ...added];
}
