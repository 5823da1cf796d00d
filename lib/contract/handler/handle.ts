import { CONTRACT_ERRORS } from '../../errors';
import type { Contract } from '../contract';
import type { ContractDefinition, ResponseDetails, TextValues } from '../definition';
import { ContractError } from '../contract-error';
import { isJson, responsesOf, type AnswerOf } from '../responses';
import type { ParameterNames } from '../route';
import type { OutputOf, Schema, SchemaIssue, SchemaResult } from '../standard-schema';
import type { GatewayEvent, GatewayResult, InvocationContext } from './event';
import { bodyOf, requestValues } from './read-event';
import { issueTexts, validated, validatedBytes, validatedReading, validatedText } from './validate';
import { lifetimeHeaders, resultOf, type Answer } from './write-result';

/** A request as the schemas of its contract return it. */
export interface HandlerRequest<C extends Contract> {
  readonly params: OutputOr<C['definition']['params'], Readonly<Record<ParameterNames<C['route']>, string>>>;
  readonly query: OutputOr<C['definition']['query'], TextValues>;
  /** Names are in lower case. */
  readonly headers: OutputOr<C['definition']['headers'], Readonly<Record<string, string | undefined>>>;
  readonly body: OutputOr<C['definition']['body'], undefined>;
  /** The claims of a token, or the context of an authorizer. */
  readonly principal: OutputOr<C['definition']['principal'], unknown>;
  readonly event: GatewayEvent;
  readonly context: InvocationContext;
}

type OutputOr<S, Default> = S extends Schema ? OutputOf<S> : Default;

/** Settings of a handler. */
export interface HandleOptions {
  /**
   * An answer that the contract does not declare: `refuse` throws CONTRACT_ANSWER_UNDECLARED, `log` writes it to the log and answers as
   * the handler said. @default log on AWS and where NODE_ENV is production, else refuse
   */
  readonly undeclared?: 'refuse' | 'log';
  /** Headers of every answer, such as Access-Control-Allow-Origin. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers requests that the contract refuses. @default - 400 with a message and the issues */
  readonly onInvalid?: (invalid: InvalidRequest) => Answer | Promise<Answer>;
}

/** The reasons why a request was refused. */
export interface InvalidRequest {
  readonly message: string;
  readonly issues: readonly string[];
}

/**
 * A function that answers the requests of a contract. It is a conditional type, because the compiler resolves those of a parameter
 * before it looks at the function that is passed: so the literals in its answers are typed by the contract.
 */
export type HandlerOf<C extends Contract> = C extends Contract<string, infer D>
  ? (request: HandlerRequest<C>) => AnswerOf<D> | Promise<AnswerOf<D>>
  : never;

/** A Lambda handler. */
export type ContractHandler = (event: GatewayEvent, context: InvocationContext) => Promise<GatewayResult>;

interface Invalid {
  readonly refusal: InvalidRequest & { readonly status: 400 | 403 | 415 };
}

interface Valid {
  readonly refusal?: undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly principal: unknown;
  readonly body: unknown;
}

/**
 * Makes a Lambda handler of a function that gets what the contract declares and returns one of its answers. Works with REST and HTTP
 * APIs and function URLs, and inside middy. What the function throws is thrown on: the gateway answers without a word of it.
 * @example
 * export const handler = handle(getPet, async ({ params }) => ({ status: 200, body: await pets.find(params.petId) }));
 */
export function handle<C extends Contract>(contract: C, handler: HandlerOf<C>, options: HandleOptions = {}): ContractHandler {
  const { definition } = contract;
  const declared: Declared = { route: contract.route, responses: responsesOf(definition) };
  const always = { ...lifetimeHeaders(definition), ...options.headers };
  return async (event, context) => {
    const request = await requestOf(definition, event);
    const { refusal } = request;
    if (refusal !== undefined) return refusalOf({ event, responses: declared.responses }, refusal, { ...options, headers: always });
    // each member is the output of its schema, or the default of HandlerRequest
    const answer: Answer = await handler({ ...request, event, context } as unknown as HandlerRequest<C>);
    const { isDeclared, ...checked } = await declaredAnswer(declared, answer, options);
    const { contentType } = declared.responses[checked.status] ?? {};
    return resultOf(event, { ...checked, headers: { ...always, ...checked.headers } }, { contentType, isDeclared });
  };
}

/** All parts of a request, validated; the first part that is refused ends it. */
async function requestOf(definition: ContractDefinition, event: GatewayEvent): Promise<Invalid | Valid> {
  const values = requestValues(event);
  const params = await validatedText(definition.params, values.params);
  if (params.issues !== undefined) return refused('Invalid request parameters', 'params', params.issues);
  const query = await validatedText(definition.query, values.query);
  if (query.issues !== undefined) return refused('Invalid request parameters', 'query', query.issues);
  const headers = await validatedText(definition.headers, values.headers);
  if (headers.issues !== undefined) return refused('Invalid request parameters', 'headers', headers.issues);
  const principal = await validated(definition.principal, values.principal);
  if (principal.issues !== undefined) return { refusal: { status: 403, message: 'Forbidden', issues: [] } };
  const valid = { params: params.value, query: query.value, headers: headers.value, principal: principal.value };
  if (definition.body === undefined) return { ...valid, body: undefined };
  const read = bodyOf(event, { received: values.headers['content-type'], declared: definition.contentType });
  if ('status' in read) return { refusal: { ...read, issues: [] } };
  const body = await validatedReading(definition.body, read.readings);
  return body.issues === undefined ? { ...valid, body: body.value } : refused('Invalid request body', 'body', body.issues);
}

function refused(message: string, place: string, issues: readonly SchemaIssue[]): Invalid {
  return { refusal: { status: 400, message, issues: issueTexts(place, issues) } };
}

const ERROR_TYPES = { 400: 'BadRequestException', 403: 'ForbiddenException', 415: 'UnsupportedMediaTypeException' };

interface Refused {
  readonly event: GatewayEvent;
  readonly responses: Declared['responses'];
}

/** Answers as the gateway does where it refuses requests itself, so that clients read both alike, or as `onInvalid` says. */
async function refusalOf(
  { event, responses }: Refused, { status, message, issues }: Invalid['refusal'], { onInvalid, headers }: HandleOptions,
): Promise<GatewayResult> {
  if (onInvalid !== undefined && status === 400) {
    const answer = await onInvalid({ message, issues });
    const isDeclared = typeof await checkedAnswer(responses, answer) !== 'string';
    return resultOf(event, { ...answer, headers: { ...headers, ...answer.headers } }, { isDeclared });
  }
  const body = { message, ...(issues.length === 0 ? {} : { issues }) };
  return resultOf(event, { status, headers: { ...headers, 'x-amzn-errortype': ERROR_TYPES[status] }, body }, { isDeclared: false });
}

/** The parts of a contract that its answers are compared with. */
interface Declared {
  readonly route: string;
  readonly responses: Readonly<Record<string, ResponseDetails>>;
}

interface CheckedAnswer extends Answer {
  readonly isDeclared: boolean;
}

/** The answer with the output of its schemas, or as it is where one that is not declared is only logged. */
async function declaredAnswer({ route, responses }: Declared, answer: Answer, options: HandleOptions): Promise<CheckedAnswer> {
  const checked = await checkedAnswer(responses, answer);
  if (typeof checked !== 'string') return { ...checked, isDeclared: true };
  const error = new ContractError('CONTRACT_ANSWER_UNDECLARED', { contract: route, reason: checked }, CONTRACT_ERRORS);
  // without a status there is nothing to send
  if (!hasStatus(answer) || (options.undeclared ?? undeclaredHere()) === 'refuse') throw error;
  log(error.message);
  return { ...answer, isDeclared: false };
}

/** The answer with the output of its schemas, or the reason why it is none that is declared. */
async function checkedAnswer(responses: Declared['responses'], answer: Answer): Promise<Answer | string> {
  if (!hasStatus(answer)) return 'it has no status';
  const { status } = answer;
  const response = responses[status];
  if (response === undefined) return `status ${status} is none of ${Object.keys(responses).join(', ')}`;
  if (response.body === undefined && answer.body !== undefined) return `${status} has no body`;
  const body = await checkedBody(response, answer.body);
  if (body.issues !== undefined) return issueTexts(`${status} body`, body.issues).join('; ');
  const headers = await validated(response.headers, answer.headers ?? {});
  if (headers.issues !== undefined) return issueTexts(`${status} headers`, headers.issues).join('; ');
  return { ...answer, body: body.value, headers: { ...answer.headers, ...headers.value as Answer['headers'] } };
}

/** A body that is not JSON may be bytes, whatever its schema takes. */
function checkedBody({ body: schema, contentType }: ResponseDetails, body: unknown): Promise<SchemaResult<unknown>> {
  const isBytes = body instanceof Uint8Array && !isJson(contentType);
  return isBytes && schema !== undefined ? validatedBytes(schema, body) : validated(schema, body);
}

/** Handlers in JavaScript may answer anything. */
function hasStatus(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && Number.isInteger(answer.status);
}

/** The log of a function is its standard error. */
function log(text: string): void {
  console.error(text); // eslint-disable-line no-console -- a function has no other log
}

/** Lambda sets LAMBDA_RUNTIME_DIR; the gateway of `synthgate dev` and of tests does not. */
function undeclaredHere(): 'refuse' | 'log' {
  return process.env.LAMBDA_RUNTIME_DIR !== undefined || process.env.NODE_ENV === 'production' ? 'log' : 'refuse';
}
