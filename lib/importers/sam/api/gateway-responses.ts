import { expectMap, refuseResource } from '../refuse';
import { openDocument } from '../swagger/document';
import { isIntrinsic, isMap, isSet, member, typeName, type JsonMap } from '../value';
import { documentFor, type ApiSource } from './api-source';

const MEMBERS = new Set(['ResponseParameters', 'ResponseTemplates', 'StatusCode']);
const PREFIXES = { Headers: 'header.', Paths: 'path.', QueryStrings: 'querystring.' } as const;

export function addGatewayResponses(source: ApiSource): void {
  const declared = source.properties['GatewayResponses'];
  if (!isSet(declared) || !isMap(declared)) return;
  const refuse = (reason: string) => refuseResource(source.id, reason);
  if (!isSet(source.body)) throw refuse("GatewayResponses works only with inline Swagger specified in 'DefinitionBody' property.");
  for (const [type, response] of Object.entries(declared)) checkResponse(source.id, type, response);
  const document = openDocument(documentFor(source, 'Auth configuration'));
  const existing = document['x-amazon-apigateway-gateway-responses'];
  const added = Object.fromEntries(Object.entries(declared).map(([type, response]) => [type, gatewayResponse(source.id, type, response)]));
  document['x-amazon-apigateway-gateway-responses'] = { ...(isMap(existing) ? existing : {}), ...added };
}

function checkResponse(id: string, type: string, response: unknown): void {
  if (isIntrinsic(response)) {
    throw refuseResource(id, 'Unable to set GatewayResponses attribute because intrinsic functions are not supported for this field.');
  }
  if (!isMap(response)) {
    const reason = `Invalid property type '${typeName(response)}' for GatewayResponses. Expected an object of type 'GatewayResponse'.`;
    throw refuseResource(id, reason);
  }
  const unknown = Object.keys(response).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined) throw refuseResource(id, `Invalid property '${unknown}' in 'GatewayResponses' property '${type}'.`);
}

function gatewayResponse(id: string, type: string, response: unknown): JsonMap {
  const parameters = member(response, 'ResponseParameters');
  const statusCode = member(response, 'StatusCode');
  if (isSet(parameters)) expectMap(parameters, `GatewayResponses.${type}.ResponseParameters`, (reason) => refuseResource(id, reason));
  const unknown = Object.keys(isMap(parameters) ? parameters : {}).find((key) => !Object.hasOwn(PREFIXES, key));
  if (unknown !== undefined) throw refuseResource(id, `Invalid gateway response parameter '${unknown}'`);
  if (isSet(statusCode) && !/^[0-9]{1,3}$/.test(String(statusCode))) throw refuseResource(id, "Property 'StatusCode' must be numeric");
  return {
    responseParameters: isSet(parameters) ? prefixed(id, parameters) : {},
    responseTemplates: member(response, 'ResponseTemplates') ?? {},
    ...(statusCode === undefined ? {} : { statusCode: String(statusCode) }),
  };
}

function prefixed(id: string, parameters: unknown): JsonMap {
  return Object.fromEntries(Object.entries(PREFIXES).flatMap(([kind, prefix]) => {
    const values = expectMap(member(parameters, kind) ?? {}, `ResponseParameters.${kind}`, (reason) => refuseResource(id, reason));
    return Object.entries(values).map(([name, value]) => [`gatewayresponse.${prefix}${name}`, value]);
  }));
}
