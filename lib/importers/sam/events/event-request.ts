import { expectMap, refuseEvent } from '../refuse';
import { addRequestParameters, setRequestModel, setRequestValidator, setTimeoutInMillis, type RequestParameter } from '../swagger/request';
import { isIntrinsic, isMap, isSet, member, printed, type JsonMap } from '../value';
import type { EventMethod } from './event-auth';

const PARAMETER = /^method\.request\.(querystring|path|header)\./;
const SETTINGS = new Set(['Required', 'Caching']);

/** Adds the settings that an event has for its request: timeout, model with validation, parameters. */
export function addEventRequest(method: EventMethod, properties: JsonMap): void {
  const { TimeoutInMillis: timeout, RequestModel: model, RequestParameters: parameters } = properties;
  if (isSet(timeout)) setTimeoutInMillis(method, timeout);
  if (isSet(model)) addModel(method, expectMap(model, 'RequestModel', (reason) => refuseEvent(method.place, reason)));
  if (isSet(parameters)) {
    addRequestParameters(method, listed(parameters).map((parameter) => requestParameter(method, parameter)));
  }
}

/** An intrinsic function in place of the list is read as its key, and refused. */
function listed(parameters: unknown): readonly unknown[] {
  return Array.isArray(parameters) ? parameters : Object.keys(isMap(parameters) ? parameters : {});
}

function addModel(method: EventMethod, request: JsonMap): void {
  const model = request['Model'];
  if (!isSet(model)) return;
  const name = checkedModel(method, model);
  setRequestModel(method, name, member(request, 'Required'));
  const body = member(request, 'ValidateBody');
  const parameters = member(request, 'ValidateParameters');
  if (body === undefined && parameters === undefined) return;
  if (typeof (body ?? false) !== 'boolean' || typeof (parameters ?? false) !== 'boolean') {
    throw refuseEvent(
      method.place, `Unable to set Validator to RequestModel [${name}] on API method [${method.method}] for path [${method.path}] `
      + 'ValidateBody and ValidateParameters must be a boolean type, strings or intrinsics are not supported.',
    );
  }
  setRequestValidator(method, { body: body === true, parameters: parameters === true });
}

function checkedModel({ api, place, method, path }: EventMethod, model: unknown): string {
  const models = api['Models'];
  const refuse = (why: string) => refuseEvent(place, `Unable to set RequestModel [${printed(model)}] on API method [${method}] for path [${path}] ${why}`);
  if (!isSet(models)) throw refuse('because the related API does not define any Models.');
  if (!isIntrinsic(models) && !isMap(models)) throw refuse('because the related API Models defined is of invalid type.');
  if (typeof model !== 'string') throw refuse('because the related API does not contain valid Models.');
  if (!isSet(member(models, model))) throw refuse("because it wasn't defined in the API's Models.");
  return model;
}

function requestParameter({ place }: EventMethod, parameter: unknown): RequestParameter {
  const refuse = (why: string) => refuseEvent(place, `Invalid value for 'RequestParameters' property. ${why}`);
  const [name, settings] = isMap(parameter) ? Object.entries(parameter)[0] ?? [] : [parameter, {}];
  if (typeof name !== 'string') throw refuse('Property must be either a string or an object');
  if (!PARAMETER.test(name)) {
    throw refuse("Keys must be in the format 'method.request.[querystring|path|header].{value}', e.g 'method.request.header.Authorization'.");
  }
  if (!isMap(settings) || !Object.keys(settings).every((key) => SETTINGS.has(key))) {
    throw refuse('Values must be an object, e.g { Required: true, Caching: false }');
  }
  return { name, required: settings['Required'] ?? false, isCacheKey: isSet(settings['Caching']) };
}
