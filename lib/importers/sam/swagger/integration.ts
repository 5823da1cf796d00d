import { conditional, isMap, isSet, type JsonMap } from '../value';
import { refuseTemplate } from '../refuse';
import { addPath, hasIntegration, INTEGRATION, methodKey, pathItems, type SwaggerDocument } from './document';

/** The method that an event adds its integration to. A condition of the event's owner guards the method and its URI. */
export interface IntegrationPlace {
  readonly document: SwaggerDocument;
  readonly path: string;
  readonly method: string;
  readonly condition: string | undefined;
}

export interface LambdaIntegration {
  readonly uri: unknown;
  readonly credentials: unknown;
  readonly streamed: boolean;
}

export function addLambdaIntegration(place: IntegrationPlace, { uri, credentials, streamed }: LambdaIntegration): void {
  const integration = {
    type: 'aws_proxy', httpMethod: 'POST', uri: guarded(place, uri),
    ...(streamed ? { responseTransferMode: 'STREAM' } : {}),
    ...(credentials === undefined ? {} : { credentials }),
  };
  addIntegration(place, integration, { label: 'Lambda integration', responses: {} });
}

export function addStateMachineIntegration(place: IntegrationPlace, credentials: unknown, requestTemplates: JsonMap): void {
  const uri = { 'Fn::Sub': 'arn:${AWS::Partition}:apigateway:${AWS::Region}:states:action/StartExecution' };
  const integration = {
    type: 'aws', httpMethod: 'POST', uri: guarded(place, uri),
    responses: { 200: { statusCode: '200' }, 400: { statusCode: '400' } },
    credentials, requestTemplates,
  };
  const responses = { 200: { description: 'OK' }, 400: { description: 'Bad Request' } };
  addIntegration(place, integration, { label: 'Integration', responses });
}

/** Settings of a function's integration in an HTTP API. */
export interface HttpApiIntegration {
  readonly payloadFormatVersion: unknown;
  readonly timeoutInMillis: unknown;
}

export function addHttpApiIntegration(place: IntegrationPlace, uri: unknown, settings: HttpApiIntegration): void {
  const { payloadFormatVersion, timeoutInMillis } = settings;
  const integration = {
    type: 'aws_proxy', httpMethod: 'POST', uri: guarded(place, uri), payloadFormatVersion, ...(timeoutInMillis === undefined ? {} : { timeoutInMillis }),
  };
  addIntegration(place, integration, { label: 'Lambda integration', responses: {} });
}

function addIntegration(
  place: IntegrationPlace, integration: JsonMap, { label, responses }: { readonly label: string; readonly responses: JsonMap },
): void {
  const { document, path, method, condition } = place;
  const key = methodKey(method);
  if (hasIntegration(document, path, method)) throw refuseTemplate(`${label} already exists on Path=${path}, Method=${key}`);
  addPath(document, path, method);
  for (const item of pathItems(document, path)) {
    const existing = item[key];
    const definition = { responses, ...(isMap(existing) ? existing : {}), [INTEGRATION]: structuredClone(integration) };
    item[key] = condition === undefined ? definition : conditional(condition, definition);
  }
}

function guarded({ condition }: IntegrationPlace, uri: unknown): unknown {
  return condition === undefined ? uri : conditional(condition, uri);
}

/** The role with which API Gateway calls the function of a method that AWS_IAM protects; undefined without one. */
export function invokeCredentials(methodAuth: JsonMap, apiAuth: JsonMap, partition: string): unknown {
  const isIam = methodAuth['Authorizer'] === 'AWS_IAM' || (apiAuth['DefaultAuthorizer'] === 'AWS_IAM' && !isSet(methodAuth));
  if (!isIam) return undefined;
  const role = [methodAuth, apiAuth].map(invokeRole).find((candidate) => candidate !== undefined) ?? 'CALLER_CREDENTIALS';
  if (role === 'NONE') return undefined;
  return role === 'CALLER_CREDENTIALS' ? `arn:${partition}:iam::*:user/*` : role;
}

function invokeRole(auth: JsonMap): unknown {
  if (!Object.hasOwn(auth, 'InvokeRole')) return undefined;
  return isSet(auth['InvokeRole']) ? auth['InvokeRole'] : 'NONE';
}
