import { GatewayError } from '../../errors';
import { canonicalText, compileModels, type CompiledModel, type DeployedSpec, type FittingModel, type MethodSpec } from '../../spec';
import type { Admitted } from '../plan/exchange';
import { headerValue, headerValues, mediaType } from '../http/headers';
import { compileSelectionExpression } from '../mapping/selection-expression';
import type { ModelSet, RunInSandbox } from '../sandbox/jobs';
import { schemaPattern } from '../sandbox/pattern';
import { mainThreadBytes } from '../sandbox/schema-cost';
import { MAIN_THREAD_STEPS, withinSteps } from '../sandbox/step-budget';
import { bodyProblem } from './body-problem';

/** Checks one request. @throws REQUEST_PARAMETERS_MISSING, REQUEST_BODY_INVALID, SANDBOX_BUSY */
export type RequestValidation = (request: Admitted) => void | Promise<void>;

/** Shared by all methods of a deployment: models, validators by name. */
export interface Validators {
  /** The models, compiled for the first method that validates bodies: most of an imported document only describe its answers. */
  readonly compiled: () => CompiledModels;
  readonly requestValidators: DeployedSpec['requestValidators'];
  /** Runs expensive checks off the main thread. */
  readonly run: RunInSandbox;
}

interface CompiledModels {
  readonly models: ReadonlyMap<string, CompiledModel>;
  /** The models in the form for workers. */
  readonly set: ModelSet;
}

export function compileValidators({ api, models, requestValidators }: DeployedSpec, run: RunInSandbox): Validators {
  let known: CompiledModels | undefined;
  const compiled = (): CompiledModels => known ??= {
    models: compileModels(api.id, models, schemaPattern), set: { key: canonicalText({ apiId: api.id, models }), apiId: api.id, models },
  };
  return { compiled, requestValidators, run };
}

/**
 * The check that a method requires: parameters first, then the body. Without a validator there is none.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-request-validation.html; recorded cases validator-*
 */
export function compileValidation(method: MethodSpec, validators: Validators): RequestValidation | undefined {
  const { modelSelectionExpression: expression } = method;
  return expression === undefined ? compileRequestValidation(method, validators) : compileMessageValidation(expression, method, validators);
}

/**
 * The check of messages of a WebSocket API: a message without a model is refused.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-request-validation.html
 */
function compileMessageValidation(expression: string, method: MethodSpec, { compiled, run }: Validators): RequestValidation {
  const select = compileSelectionExpression(expression);
  const { models, set } = compiled();
  const byKey = new Map(Object.entries(method.requestModels).map(([key, name]) => [key, bodyModel(name, models, set)]));
  return ({ received: { body }, headers, queryParameters, stage: { variables } }) => {
    const type = select({ message: body.toString('utf8'), headers, queryParameters, stageVariables: variables });
    const model = byKey.get(type) ?? byKey.get('$default');
    const reason = `no model has the key "${type}", and there is no $default one`;
    if (model === undefined) throw new GatewayError('REQUEST_BODY_INVALID', { model: 'none', type, reason });
    return checkBody(body, { ...model, type }, { models: set, run });
  };
}

function compileRequestValidation(method: MethodSpec, { compiled, requestValidators, run }: Validators): RequestValidation | undefined {
  const validator = method.requestValidator === undefined ? undefined : requestValidators[method.requestValidator];
  if (validator === undefined) return undefined;
  const parameters = validator.validateRequestParameters ? requiredParameters(method) : [];
  const { models, set } = validator.validateRequestBody ? compiled() : NO_MODELS;
  const bodies = bodyModels(method, models, set);
  return (request) => {
    const missing = parameters.filter((parameter) => isBlank(parameterValue(parameter, request))).map(({ name }) => name);
    if (missing.length > 0) throw new GatewayError('REQUEST_PARAMETERS_MISSING', { names: missing.join(', ') });
    const type = mediaType(headerValue(request.headers, 'content-type')) ?? 'application/json';
    const model = bodies.get(type);
    return model === undefined ? undefined : checkBody(request.received.body, { ...model, type }, { models: set, run });
  };
}

const NO_MODELS: CompiledModels = { models: new Map(), set: { key: '', apiId: '', models: {} } };

interface Parameter {
  readonly where: 'header' | 'path' | 'querystring';
  readonly name: string;
}

/** Required parameters in the order of their full names: headers, path, query. */
function requiredParameters({ requestParameters }: MethodSpec): Parameter[] {
  return Object.entries(requestParameters)
    .filter(([, required]) => required)
    .map(([source]) => source)
    .sort()
    .map((source) => {
      const [, , where, ...name] = source.split('.');
      return { where: where === 'path' || where === 'querystring' ? where : 'header', name: name.join('.') };
    });
}

/** The last value. Header names are case-sensitive here, as on API Gateway. */
function parameterValue({ where, name }: Parameter, request: Admitted): string | undefined {
  if (where === 'path') return request.pathParameters[name];
  if (where === 'querystring') return request.queryParameters[name]?.at(-1);
  return headerValues(request.headers.filter((field) => field.name === name), name).at(-1);
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

interface BodyModel {
  readonly name: string;
  readonly model: FittingModel;
  /** Bytes of a body up to which it is short work to check it. */
  readonly mainThreadBytes: number;
}

function bodyModels({ requestModels }: MethodSpec, models: ReadonlyMap<string, CompiledModel>, set: ModelSet): Map<string, BodyModel> {
  return new Map(Object.entries(requestModels).flatMap(([type, name]) => {
    const model = bodyModel(name, models, set);
    return model === undefined ? [] : [[type.toLowerCase(), model] as const];
  }));
}

function bodyModel(name: string, models: ReadonlyMap<string, CompiledModel>, set: ModelSet): BodyModel | undefined {
  const model = models.get(name);
  return model !== undefined && 'validate' in model ? { name, model, mainThreadBytes: mainThreadBytes(name, set.models) } : undefined;
}

/** Inline if the body is short, or else in a worker. @throws REQUEST_BODY_INVALID, SANDBOX_BUSY */
function checkBody(body: Buffer, model: TypedModel, { models, run }: BodySurroundings): void | Promise<void> {
  const check = () => bodyProblem(body.toString('utf8'), model.model);
  const checked = body.length > model.mainThreadBytes ? undefined : withinSteps(MAIN_THREAD_STEPS, check);
  return checked === undefined ? checkElsewhere(body, model, { models, run }) : refuse(model, checked.value);
}

/** A model, and the media type of the request that it is the model of. */
interface TypedModel extends BodyModel {
  readonly type: string;
}

interface BodySurroundings {
  readonly models: ModelSet;
  readonly run: RunInSandbox;
}

async function checkElsewhere(body: Buffer, model: TypedModel, { models, run }: BodySurroundings): Promise<void> {
  const outcome = await run({ type: 'body', models, model: model.name, bytes: body });
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  if (outcome.type === 'expired') refuse(model, `it could not be checked: ${outcome.reason}`);
  if (outcome.type === 'refused') refuse(model, outcome.reason);
}

function refuse({ name, type }: TypedModel, reason: string | undefined): void {
  if (reason !== undefined) throw new GatewayError('REQUEST_BODY_INVALID', { model: name, type, reason });
}
