import { HTTP_METHODS, type HttpMethodSpec } from '../../../spec';
import { booleanOf, itemsOf, memberOf, membersOf, textOf, type Members } from '../../value';
import { awsTypeOf, integrationOf, type Callees } from './integration';
import { present, textsOf, type Made, type MethodInput } from './draft';

/** What methods refer to, by the ids that templates refer to them by. */
export interface Referables extends Callees {
  /** The name of an authorizer in the spec, or why it was not carried. */
  readonly authorizer: (id: string) => Made<string>;
  /** How the source calls an authorizer, carried or not. */
  readonly authorizerName: (id: string) => string | undefined;
  readonly validator: (id: string) => Made<string>;
  readonly model: (name: string) => Made<string>;
}

const AUTHORIZED = ['CUSTOM', 'COGNITO_USER_POOLS'] as const;

/** The name of an HTTP method; undefined for one that API Gateway does not have. */
export function httpMethodOf(properties: Members): HttpMethodSpec | undefined {
  const given = textOf(properties.HttpMethod)?.toUpperCase();
  return HTTP_METHODS.find((known) => known === given);
}

/**
 * A method of a template. If any of it cannot be carried, the whole method is unavailable: it is there, and answers 501, because a
 * request that the source would refuse must not get through.
 */
export function methodOf(properties: Members, referables: Referables): MethodInput {
  const called = integrationOf(properties.Integration, referables);
  const authorized = authorizationOf(properties, referables);
  const validator = reference(properties.RequestValidatorId, referables.validator);
  const named = Object.entries(textsOf(membersOf(properties.RequestModels)));
  const models = named.map(([mediaType, name]) => [mediaType, referables.model(name)] as const);
  const reasons = [called, authorized, validator, ...models.map(([, model]) => model)].flatMap((made) => ('reason' in made ? [made.reason] : []));
  const common = {
    ...present({ operationName: textOf(properties.OperationName) }),
    apiKeyRequired: booleanOf(properties.ApiKeyRequired) ?? false,
  };
  if (reasons.length > 0 || 'reason' in called || 'reason' in authorized || 'reason' in validator) return { ...common, ...unavailable(properties, referables, reasons) };
  return {
    ...common,
    authorization: authorized.part,
    requestParameters: flagsOf(membersOf(properties.RequestParameters)),
    requestModels: Object.fromEntries(models.flatMap(([mediaType, model]) => ('part' in model ? [[mediaType, model.part]] : []))),
    ...present({ requestValidator: validator.part }),
    methodResponses: methodResponses(properties.MethodResponses, referables),
    integration: called.part,
  };
}

/** The kind of authorization that a method has in the source. */
export function authorizationType(properties: Members): string {
  return textOf(properties.AuthorizationType)?.toUpperCase() ?? 'NONE';
}

function unavailable(properties: Members, { authorizerName, functionOf }: Referables, reasons: readonly string[]): Pick<MethodInput, 'integration'> {
  const type = authorizationType(properties);
  const uri = textOf(memberOf(properties.Integration, 'Uri'));
  const called = uri === undefined ? undefined : functionOf(uri);
  const declared = {
    ...(type === 'NONE' ? {} : { authorizationType: type, ...present({ authorizer: authorizerName(textOf(properties.AuthorizerId) ?? '') }) }),
    ...(called !== undefined && 'part' in called ? { function: called.part } : {}),
  };
  return {
    integration: { type: 'unavailable', awsType: awsTypeOf(properties.Integration), reason: [...new Set(reasons)].join('; '), ...present({ target: uri }), declared },
  };
}

function authorizationOf(properties: Members, { authorizer }: Referables): Made<NonNullable<MethodInput['authorization']>> {
  const type = authorizationType(properties);
  const isAuthorized = AUTHORIZED.find((known) => known === type);
  if (isAuthorized === undefined) return type === 'NONE' || type === 'AWS_IAM' ? { part: { type } } : { reason: `${type} is not a kind of authorization` };
  const found = authorizer(textOf(properties.AuthorizerId) ?? '');
  if ('reason' in found) return found;
  const scopes = itemsOf(properties.AuthorizationScopes).flatMap((scope) => textOf(scope) ?? []);
  if (isAuthorized === 'COGNITO_USER_POOLS') return { part: { type: isAuthorized, authorizer: found.part, scopes } };
  return { part: { type: isAuthorized, authorizer: found.part } };
}

function reference(given: unknown, find: (id: string) => Made<string>): Made<string | undefined> {
  const id = textOf(given);
  return id === undefined || id === '' ? { part: undefined } : find(id);
}

function methodResponses(given: unknown, { model }: Referables): NonNullable<MethodInput['methodResponses']> {
  return Object.fromEntries(itemsOf(given).map(membersOf).map((response) => {
    const models = Object.entries(textsOf(membersOf(response.ResponseModels))).flatMap(([mediaType, name]) => {
      const found = model(name);
      // models of responses are documentation
      return 'part' in found ? [[mediaType, found.part]] : [];
    });
    return [textOf(response.StatusCode) ?? '', { responseParameters: flagsOf(membersOf(response.ResponseParameters)), responseModels: Object.fromEntries(models) }];
  }));
}

function flagsOf(members: Members): Record<string, boolean> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, booleanOf(value) ?? false]));
}
