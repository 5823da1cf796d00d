import type { GatewayResponseType } from '../../errors';
import {
  describeAuthorization, describeIntegration, GATEWAY_RESPONSE_DEFAULTS, protocolOf, type GatewaySpec, type MethodSpec, type Protocol,
} from '../../spec';

interface ErrorAnswer {
  readonly status: string;
  readonly description: string;
  /** By media type: an example of the body; undefined where a template makes it. */
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly headers: readonly string[];
}

/**
 * The responses that the gateway gives itself, by status: what its authorizer, key, limits, validator and the time limit of its
 * integration answer, as its gateway responses make them.
 */
export function gatewayErrors(method: MethodSpec, spec: GatewaySpec): Record<string, unknown> {
  const answerOf = ANSWERS[protocolOf(spec)];
  if (answerOf === undefined) return {};
  const answers = typesOf(method, spec).map((type) => ({ type, ...answerOf(type, spec) }));
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  return Object.fromEntries(statuses.map((status) => [status, responseOf(answers.filter((answer) => answer.status === status))]));
}

/** The kinds of errors that requests of a method may end with. */
function typesOf(method: MethodSpec, { requestValidators }: GatewaySpec): GatewayResponseType[] {
  const { authorization, apiKeyRequired, requestValidator, requestModels, requestParameters, integration } = method;
  const { isOpen, isSigned } = describeAuthorization(authorization);
  const validator = requestValidator === undefined ? undefined : requestValidators[requestValidator];
  const { functions, uri, timeoutMs } = describeIntegration(integration);
  const types: readonly (readonly [GatewayResponseType, boolean])[] = [
    ['BAD_REQUEST_BODY', validator?.validateRequestBody === true && Object.keys(requestModels).length > 0],
    ['BAD_REQUEST_PARAMETERS', validator?.validateRequestParameters === true && Object.values(requestParameters).includes(true)],
    ['UNAUTHORIZED', !isOpen && !isSigned],
    ['MISSING_AUTHENTICATION_TOKEN', isSigned],
    ['ACCESS_DENIED', !isOpen],
    ['INVALID_API_KEY', apiKeyRequired],
    ['QUOTA_EXCEEDED', apiKeyRequired],
    ['THROTTLED', true],
    ['INTEGRATION_TIMEOUT', timeoutMs !== undefined && (functions.length > 0 || uri !== undefined)],
  ];
  return types.filter(([, isPossible]) => isPossible).map(([type]) => type);
}

type AnswerOf = (type: GatewayResponseType, spec: GatewaySpec) => ErrorAnswer;

/** Typed over all kinds of APIs; no documents are written of those without one. */
const ANSWERS: Readonly<Record<Protocol, AnswerOf | undefined>> = {
  'rest': restAnswer, 'http': httpAnswer, 'function-url': undefined, 'websocket': undefined,
};

/** A gateway response; DEFAULT_4XX and DEFAULT_5XX apply to those that are not customized. */
function restAnswer(type: GatewayResponseType, { gatewayResponses }: GatewaySpec): ErrorAnswer {
  const { statusCode, message, member = 'message' } = GATEWAY_RESPONSE_DEFAULTS[type];
  const custom = gatewayResponses[type] ?? gatewayResponses[statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const templates = Object.keys(custom?.responseTemplates ?? {});
  return {
    status: custom?.statusCode ?? String(statusCode),
    description: message ?? 'Error',
    bodies: templates.length === 0
      ? { [JSON_TYPE]: { [member]: message } }
      : Object.fromEntries(templates.map((media) => [media, undefined])),
    headers: Object.keys(custom?.responseParameters ?? {}).map((target) => target.slice('gatewayresponse.header.'.length)),
  };
}

/** Errors of HTTP APIs cannot be customized; their message is that of the status. */
function httpAnswer(type: GatewayResponseType): ErrorAnswer {
  const { statusCode } = GATEWAY_RESPONSE_DEFAULTS[type];
  const status = statusCode === 504 ? 503 : statusCode;
  const message = HTTP_MESSAGES[status] ?? 'Bad Request';
  return { status: String(status), description: message, bodies: { [JSON_TYPE]: { message } }, headers: [] };
}

const JSON_TYPE = 'application/json';

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-lambda.html */
const HTTP_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Unauthorized', 403: 'Forbidden', 429: 'Too Many Requests', 503: 'Service Unavailable',
};

/** One response for all errors of a status, with an example of each. */
function responseOf(answers: readonly (ErrorAnswer & { readonly type: GatewayResponseType })[]): unknown {
  const headers = [...new Set(answers.flatMap((answer) => answer.headers))];
  const media = [...new Set(answers.flatMap(({ bodies }) => Object.keys(bodies)))];
  return {
    description: `${[...new Set(answers.map(({ description }) => description))].join('; ')} (from the gateway)`,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])) }),
    content: Object.fromEntries(media.map((type) => [type, contentOf(answers, type)])),
  };
}

function contentOf(answers: readonly (ErrorAnswer & { readonly type: GatewayResponseType })[], media: string): unknown {
  const examples = answers.flatMap(({ type, bodies }) => (bodies[media] === undefined ? [] : [[type, { value: bodies[media] }] as const]));
  if (examples.length === 0) return {};
  const members = [...new Set(examples.flatMap(([, { value }]) => Object.keys(Object(value))))];
  const properties = Object.fromEntries(members.map((name) => [name, { type: 'string' }]));
  return { schema: { type: 'object', properties }, examples: Object.fromEntries(examples) };
}
