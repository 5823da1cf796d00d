import { functionId } from './names';
import { invocationUri } from './authorizers';
import type { HttpEvent } from './http-events';
import { isMap, mapOf, member, present, textOf, type JsonMap } from './value';

/** The event that a function gets with `integration: lambda`. */
const REQUEST_TEMPLATE = `#set($params = $input.params())
#macro(entries $map){#foreach($name in $map.keySet())"$util.escapeJavaScript($name)": "$util.escapeJavaScript($map.get($name))"#if($foreach.hasNext),#end#end}#end
{
  "body": $input.json("$"),
  "method": "$context.httpMethod",
  "principalId": "$context.authorizer.principalId",
  "stage": "$context.stage",
  "headers": #entries($params.header),
  "query": #entries($params.querystring),
  "path": #entries($params.path),
  "identity": #entries($context.identity),
  "stageVariables": #entries($stageVariables),
  "requestPath": "$context.resourcePath"
}`;

/** Errors of a function are told apart by their messages: `[404] …`. */
const STATUS_CODES = [400, 401, 403, 404, 422, 500, 502, 504];

/** The integration of an event, and the responses that its method needs. */
export function integrationOf({ functionName, settings, method }: HttpEvent): JsonMap {
  const kind = (textOf(settings['integration']) ?? 'lambda-proxy').toLowerCase().replaceAll('_', '-');
  const timeout = present({ TimeoutInMillis: settings['timeoutInMillis'] });
  const uri = member(settings, 'request', 'uri');
  // `connectionType: vpc-link`, as CloudFormation writes it
  const connectionType = textOf(settings['connectionType'])?.toUpperCase().replaceAll('-', '_');
  const connection = present({ ConnectionType: connectionType, ConnectionId: settings['connectionId'] });
  switch (kind) {
    case 'lambda':
    case 'aws': return withResponses({ ...lambda(functionName, 'AWS'), ...timeout, ...requestTemplates(settings) }, settings, STATUS_CODES);
    case 'mock': return withResponses({ Type: 'MOCK', ...requestTemplates(settings, '{"statusCode":200}') }, settings, []);
    case 'http': return withResponses({ Type: 'HTTP', IntegrationHttpMethod: httpMethod(settings, method), Uri: uri, ...connection, ...timeout, ...parameters(settings) }, settings, []);
    case 'http-proxy':
      return { Integration: { Type: 'HTTP_PROXY', IntegrationHttpMethod: httpMethod(settings, method), Uri: uri, ...connection, ...timeout, ...parameters(settings) } };
    case 'lambda-proxy':
    case 'aws-proxy': return { Integration: { ...lambda(functionName, 'AWS_PROXY'), ...timeout } };
    default: return { Integration: { Type: kind.toUpperCase() } };
  }
}

function lambda(functionName: string, type: 'AWS' | 'AWS_PROXY'): JsonMap {
  return { Type: type, IntegrationHttpMethod: 'POST', Uri: invocationUri({ 'Fn::GetAtt': [functionId(functionName), 'Arn'] }) };
}

function httpMethod(settings: JsonMap, method: string | undefined): unknown {
  return textOf(member(settings, 'request', 'method'))?.toUpperCase() ?? method;
}

function requestTemplates(settings: JsonMap, fallback = REQUEST_TEMPLATE): JsonMap {
  const templates = member(settings, 'request', 'template');
  const passThrough = member(settings, 'request', 'passThrough');
  return { RequestTemplates: { 'application/json': fallback, ...mapOf(templates) }, PassthroughBehavior: textOf(passThrough) ?? 'NEVER' };
}

/** Parameters of the method are passed on. */
function parameters(settings: JsonMap): JsonMap {
  const locations = { paths: 'path', querystrings: 'querystring', headers: 'header' } as const;
  const passed = Object.entries(locations).flatMap(([kind, location]) => (
    Object.keys(mapOf(member(settings, 'request', 'parameters', kind))).map((name) => [`integration.request.${location}.${name}`, `method.request.${location}.${name}`])
  ));
  return passed.length === 0 ? {} : { RequestParameters: Object.fromEntries(passed) };
}

function withResponses(integration: JsonMap, settings: JsonMap, errors: readonly number[]): JsonMap {
  const { headers, template, statusCodes } = mapOf(settings['response']);
  const declared = isMap(statusCodes) ? Object.entries(statusCodes) : [];
  const codes = declared.length > 0 ? declared : [['200', {}] as const, ...errors.map((code) => [String(code), { pattern: `[\\s\\S]*\\[${code}\\][\\s\\S]*` }] as const)];
  const responses = codes.map(([code, setting]) => responseOf(code, { headers, template, ...mapOf(setting) }));
  return {
    Integration: { ...integration, IntegrationResponses: responses.map(({ integrationResponse }) => integrationResponse) },
    MethodResponses: responses.map(({ methodResponse }) => methodResponse),
  };
}

function responseOf(code: string, { headers, template, pattern }: JsonMap) {
  const mapped = Object.entries(mapOf(headers)).map(([name, value]) => [`method.response.header.${name}`, isMap(value) ? value['value'] : value] as const);
  const templates = typeof template === 'string' ? { 'application/json': template } : mapOf(template);
  return {
    integrationResponse: present({
      StatusCode: code, SelectionPattern: pattern,
      ResponseParameters: Object.fromEntries(mapped), ResponseTemplates: templates,
    }),
    methodResponse: { StatusCode: code, ResponseParameters: Object.fromEntries(mapped.map(([name]) => [name, true])) },
  };
}
