import { HTTP_METHODS, type HttpMethodSpec } from '../../../spec';
import { memberOf, textOf, type Members } from '../../value';
import type { Resource } from '../stack';
import { awsTypeOf, integrationOf } from './integration';
import { present, type Made, type MethodInput } from './draft';
import { authorizationOf, PropertyReader, type Callees } from '../../../openapi';

/** The parts that methods refer to, by the ids that templates use for them. */
export interface Referables extends Callees {
  /** The name of an authorizer in the spec, or why it was not carried. */
  readonly authorizer: (id: string) => Made<string>;
  /** The name of an authorizer in the source, carried or not. */
  readonly authorizerName: (id: string) => string | undefined;
  /** The logical id of a function in the source, by its name in the spec. */
  readonly logicalIdOf: (name: string) => string;
  readonly validator: (id: string) => Made<string>;
  readonly model: (name: string) => Made<string>;
}

/** The name of an HTTP method; undefined for one that API Gateway does not have. */
export function httpMethodOf(properties: Members): HttpMethodSpec | undefined {
  const method = textOf(properties.HttpMethod)?.toUpperCase();
  return HTTP_METHODS.find((known) => known === method);
}

/**
 * A method of a template. If any part cannot be carried, the whole method answers 501, because a request that the
 * source would refuse must not get through.
 */
export function methodOf(resource: Resource, referables: Referables): MethodInput {
  const properties = resource.stack.properties(resource);
  const reader = new PropertyReader(properties);
  const called = integrationOf(reader.member('Integration'), referables);
  const authorized = authorizationOf(reader, referables.authorizer, false);
  const validatorId = reader.text('RequestValidatorId') ?? '';
  const validator: Made<string | undefined> = validatorId === '' ? { part: undefined } : referables.validator(validatorId);
  const models = Object.entries(reader.texts('RequestModels')).map(([mediaType, name]) => [mediaType, referables.model(name)] as const);
  const read = {
    ...present({ operationName: reader.text('OperationName') }),
    apiKeyRequired: reader.boolean('ApiKeyRequired') ?? false,
    requestParameters: reader.flags('RequestParameters'),
    methodResponses: methodResponses(reader, referables),
  };
  const reasons = [called, authorized, validator, ...models.map(([, model]) => model)].flatMap((result) => ('reason' in result ? [result.reason] : []));
  const problems = [...(resource.doubt === undefined ? [] : [resource.doubt]), ...nullProblems(properties), ...reader.reasons, ...reasons];
  if (problems.length > 0 || 'reason' in called || 'reason' in authorized || 'reason' in validator) {
    const { operationName, apiKeyRequired, methodResponses: responses } = read;
    // a method that only has no backend keeps its declaration: it can be mocked
    const declared = 'reason' in called && problems.length === 1 ? { methodResponses: responses } : {};
    return { ...present({ operationName }), apiKeyRequired, ...declared, ...unavailable(properties, referables, problems) };
  }
  return {
    ...read,
    authorization: authorized.part,
    requestModels: Object.fromEntries(models.flatMap(([mediaType, model]) => ('part' in model ? [[mediaType, model.part]] : []))),
    ...present({ requestValidator: validator.part }),
    integration: called.part,
  };
}

/** Properties that decide which requests a method takes. */
const DECIDING = ['ApiKeyRequired', 'AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'RequestModels', 'RequestParameters', 'RequestValidatorId'];

/** CloudFormation refuses null, so the requirements of a deployed method are unknown. */
function nullProblems(properties: Members): string[] {
  const holdsNull = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.values(value).some(holdsNull));
  return DECIDING.filter((name) => holdsNull(properties[name])).map((name) => `${name}: null is not a value`);
}

function unavailable(properties: Members, { authorizerName, functionOf, logicalIdOf }: Referables, reasons: readonly string[]): Pick<MethodInput, 'integration'> {
  const type = textOf(properties.AuthorizationType)?.toUpperCase() || (textOf(properties.AuthorizerId) === undefined ? 'NONE' : 'CUSTOM');
  const uri = textOf(memberOf(properties.Integration, 'Uri'));
  const called = uri === undefined ? undefined : functionOf(uri);
  const declared = {
    ...(type === 'NONE' ? {} : { authorizationType: type, ...present({ authorizer: authorizerName(textOf(properties.AuthorizerId) ?? '') }) }),
    ...(called !== undefined && 'part' in called ? { function: logicalIdOf(called.part) } : {}),
  };
  return {
    integration: { type: 'unavailable', awsType: awsTypeOf(properties.Integration), reason: [...new Set(reasons)].join('; '), ...present({ target: uri }), declared },
  };
}

function methodResponses(reader: PropertyReader, { model }: Referables): NonNullable<MethodInput['methodResponses']> {
  return Object.fromEntries(reader.members('MethodResponses').map((response) => {
    const models = Object.entries(response.texts('ResponseModels')).flatMap(([mediaType, name]) => {
      const resolved = model(name);
      // models of responses are documentation
      return 'part' in resolved ? [[mediaType, resolved.part]] : [];
    });
    return [response.text('StatusCode') ?? '', { responseParameters: response.flags('ResponseParameters'), responseModels: Object.fromEntries(models) }];
  }));
}
