import { readYaml } from '../../../lib/importers/document/read-yaml';
import { translateSam } from '../../../lib/importers/sam';

type JsonMap = Record<string, unknown>;

const HEAD = 'Transform: AWS::Serverless-2016-10-31\n';

/** A function with the events, as text in flow style: `List: {Path: /orders, Method: get}`. */
export function functionWith(events: string, rest = ''): string {
  const listed = events.split('\n').map((line) => line.trim()).filter((line) => line !== '')
    .map((line) => line.replace(/^(\w+): (.*)$/, '        $1: {Type: Api, Properties: $2}'));
  return `
  F:
    Type: AWS::Serverless::Function
    ${rest}
    Properties:
      Handler: index.handler
      Runtime: nodejs20.x
      InlineCode: 'exports.handler = async () => ({ statusCode: 200 })'
      Events:
${listed.join('\n')}`;
}

/** An API with properties as lines. */
export function apiWith(properties: string, id = 'Api'): string {
  const lines = properties.split('\n').filter((line) => line.trim() !== '').map((line) => `      ${line.trim()}`);
  return `
  ${id}:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
${lines.join('\n')}`;
}

export function samTemplate(resources: string, head = ''): JsonMap {
  const template = readYaml('template.yaml', `${HEAD}${head}\nResources:${resources}\n`);
  return isMap(template) ? template : {};
}

export function translated(template: JsonMap): JsonMap {
  const { template: result, issues } = translateSam(template);
  if (result === undefined) throw new Error(issues.map(({ message }) => message).join('\n'));
  return resourcesOf(result);
}

/** Messages of what is refused. */
export function refusals(template: JsonMap): readonly string[] {
  return translateSam(template).issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

/** `GET /orders: Tokens + api_key`, for all methods of an API's document, in the order of paths. */
export function securedRoutes(resources: JsonMap, api = 'Api'): readonly string[] {
  const paths = member(member(member(resources[api], 'Properties'), 'Body'), 'paths');
  return entries(paths).flatMap(([path, item]) => entries(unconditional(item)).map(([method, definition]) => {
    const verb = method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
    return `${verb} ${path}: ${security(unconditional(definition))}`;
  })).sort();
}

function security(definition: unknown): string {
  const requirements = member(definition, 'security');
  const names = (Array.isArray(requirements) ? requirements : []).flatMap((one) => entries(one))
    .map(([name, scopes]) => (Array.isArray(scopes) && scopes.length > 0 ? `${name}(${scopes.join(' ')})` : name));
  return names.length === 0 ? 'open' : names.join(' + ');
}

function unconditional(value: unknown): unknown {
  const condition = member(value, 'Fn::If');
  return Array.isArray(condition) ? condition[1] : value;
}

export function member(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isMap(found) ? found[key] : undefined), value);
}

function resourcesOf(template: JsonMap): JsonMap {
  const resources = template['Resources'];
  return isMap(resources) ? resources : {};
}

function entries(value: unknown): readonly [string, unknown][] {
  return isMap(value) ? Object.entries(value) : [];
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
