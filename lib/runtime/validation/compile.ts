import type { ValidateFunction } from 'ajv';
import { GatewayError } from '../../errors';
import { compileModels, type CompiledModel, type DeployedSpec, type MethodSpec } from '../../spec';
import type { Admitted } from '../exchange';
import { headerValue, headerValues, mediaType } from '../headers';

/** Checks one request. @throws REQUEST_PARAMETERS_MISSING, REQUEST_BODY_INVALID */
export type RequestValidation = (request: Admitted) => void;

/** What a deployment has for all its methods: models compiled once, validators by name. */
export interface Validators {
  readonly models: ReadonlyMap<string, CompiledModel>;
  readonly requestValidators: DeployedSpec['requestValidators'];
}

export function compileValidators({ api, models, requestValidators }: DeployedSpec): Validators {
  return { models: compileModels(api.id, models), requestValidators };
}

/**
 * The check that a method asks for: parameters first, then the body. Without a validator there is none.
 * @see aws-data-plane §13; recorded cases validator-*
 */
export function compileValidation(method: MethodSpec, { models, requestValidators }: Validators): RequestValidation | undefined {
  const validator = method.requestValidator === undefined ? undefined : requestValidators[method.requestValidator];
  if (validator === undefined) return undefined;
  const parameters = validator.validateRequestParameters ? requiredParameters(method) : [];
  const bodies = validator.validateRequestBody ? bodyModels(method, models) : new Map<string, BodyModel>();
  return (request) => {
    const missing = parameters.filter((parameter) => isBlank(parameterValue(parameter, request))).map(({ name }) => name);
    if (missing.length > 0) throw new GatewayError('REQUEST_PARAMETERS_MISSING', { names: missing.join(', ') });
    const type = mediaType(headerValue(request.headers, 'content-type')) ?? 'application/json';
    const model = bodies.get(type);
    if (model !== undefined) checkBody(request.received.body.toString('utf8'), model);
  };
}

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

/** The last value. Header names are compared as they are written, as API Gateway does here. */
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
  readonly validate: ValidateFunction;
}

function bodyModels({ requestModels }: MethodSpec, models: ReadonlyMap<string, CompiledModel>): Map<string, BodyModel> {
  return new Map(
    Object.entries(requestModels).flatMap(([type, name]) => {
      const model = models.get(name);
      return model !== undefined && 'validate' in model ? [[type.toLowerCase(), { name, validate: model.validate }] as const] : [];
    }),
  );
}

/** An empty body is checked as `{}`. @throws REQUEST_BODY_INVALID */
function checkBody(text: string, { name, validate }: BodyModel): void {
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new GatewayError('REQUEST_BODY_INVALID', { model: name, reason: 'it is no JSON text' }, { cause });
  }
  if (isValid(validate, body)) return;
  const reasons = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath === '' ? '' : `${instancePath}: `}${message ?? 'invalid'}`);
  throw new GatewayError('REQUEST_BODY_INVALID', { model: name, reason: reasons.join('; ') || 'nested too deeply' });
}

/** A recursive model on a body that is nested too deeply for the stack is one that does not fit. */
function isValid(validate: ValidateFunction, body: unknown): boolean {
  try {
    return validate(body) as boolean; // the models are not asynchronous
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
