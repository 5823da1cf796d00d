import { App as CdkApp, Stack } from 'aws-cdk-lib';
import { RootConstruct } from 'constructs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as library from '../../lib';
import { type Issue } from '../../lib/errors';
import { declaredIssues } from '../../lib/props';
import { ENUMS, STRUCTS } from '../../lib/props/structs';
import type { StructTable } from '../../lib/props/tables';
import { thrownBy } from '../support/declaration';

const {
  AccessLogFormat, Api, ApiKey, App, CognitoUserPoolsAuthorizer, Deployment, GatewayResponse,
  HttpApi, HttpAwsIntegration, HttpIntegration, HttpIntegrationSubtype, HttpJwtAuthorizer, HttpLambdaAuthorizer,
  HttpLambdaIntegration, HttpProxyIntegration, HttpRoute, HttpStage, HttpUrlIntegration, HttpUserPoolAuthorizer,
  JwtAuthorizer, MappedIntegration, Method, MockIntegration, Model, OpenApiDocument, ParameterMapping, ProxyFunction, ProxyIntegration,
  ProxyResource,
  RequestAuthorizer,
  RequestValidator, Resource, ServiceIntegration, Stage, TokenAuthorizer, UsagePlan,
  WebSocketApi, WebSocketAwsIntegration, WebSocketHttpIntegration, WebSocketHttpProxyIntegration, WebSocketLambdaAuthorizer,
  WebSocketLambdaIntegration, WebSocketMappedIntegration, WebSocketMockIntegration,
  WebSocketRoute, WebSocketStage,
} = library;

/** The assembly that jsii made of the public types. */
interface Assembly {
  readonly types: Readonly<Record<string, AssemblyType>>;
}

interface AssemblyType {
  readonly kind: string;
  readonly datatype?: boolean;
  readonly abstract?: boolean;
  readonly base?: string;
  readonly interfaces?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly optional?: boolean; readonly type: TypeReference }[];
  readonly initializer?: Callable;
  readonly methods?: readonly (Callable & { readonly name: string })[];
}

interface Callable {
  readonly parameters?: readonly { readonly type: TypeReference }[];
}

interface TypeReference {
  readonly primitive?: string;
  readonly fqn?: string;
  readonly collection?: { readonly kind: string; readonly elementtype: TypeReference };
}

// jsii writes its assembly in this form
const { types } = JSON.parse(readFileSync(path.join(__dirname, '..', '..', '.jsii'), 'utf8')) as Assembly;
const { aws, ...others } = library;
const exported: Readonly<Record<string, unknown>> = { ...others, ...Object.fromEntries(Object.entries(aws).map(([key, value]) => [`aws.${key}`, value])) };
const structs = Object.entries(types).filter(([, { datatype }]) => datatype === true);
const nameOf = (fqn: string) => fqn.replace(/^synthgate\./, '');

describe('the table', () => {
  const table: StructTable = STRUCTS;

  test('has every struct of the public types, and no others', () => {
    expect(Object.keys(STRUCTS).sort()).toEqual(structs.map(([fqn]) => nameOf(fqn)).sort());
  });

  test.each(structs)('%s has the members and types that callers see', (fqn, { properties = [], interfaces = [] }) => {
    const { members = {}, extends: parents = [] } = table[nameOf(fqn)] ?? {};
    const isForeign = interfaces.some((one) => !one.startsWith('synthgate.'));
    const declared = new Set(properties.map(({ name }) => name));
    const own = Object.entries(members).filter(([name]) => !name.startsWith('_') && (!isForeign || declared.has(name.replace('?', ''))));
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(properties.map(({ name, optional, type }) => [`${name}${optional === true ? '?' : ''}`, typeText(type)])));
    expect([...parents].sort()).toEqual(interfaces.filter((one) => one.startsWith('synthgate.')).map(nameOf).sort());
    expect(Object.keys(members).length > declared.size).toBe(isForeign || Object.keys(members).some((name) => name.startsWith('_')));
  });

  test.each(Object.entries(ENUMS))('%s has the values of the enum', (name, values) => {
    expect(values).toEqual(exported[name]);
  });
});

test('every class extends the same one in other languages', () => {
  const classes = Object.entries(types).filter(([, { kind }]) => kind === 'class').map(([fqn, { base }]) => [nameOf(fqn), base?.split('.').at(-1)]);
  const here = classes.map(([name = '']) => [name, (Object.getPrototypeOf(exported[name]) as { readonly name: string }).name || undefined]);
  expect(classes).toEqual(here);
});

function typeText({ primitive, fqn = '', collection }: TypeReference): unknown {
  if (collection !== undefined) {
    const element = typeText(collection.elementtype);
    if (typeof element !== 'string') return expect.stringMatching(/^foreign \w+ \w+\[\]$/);
    return collection.kind === 'array' ? `${element}[]` : `{${element}}`;
  }
  if (primitive !== undefined) return primitive;
  return fqn.startsWith('synthgate.') ? nameOf(fqn) : expect.stringMatching(new RegExp(`^foreign \\w+ ${fqn.split('.').at(-1)}$`));
}

/** Something to declare everything on. */
function declareAll() {
  const root = new RootConstruct();
  const api = new Api(root, 'Api');
  const stack = new Stack(new CdkApp({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Stack');
  return { root, api, http: new HttpApi(root, 'Http'), socket: new WebSocketApi(root, 'Socket'), fn: new ProxyFunction(root, 'Fn', { entry: 'a.ts' }), stack };
}

type Declarations = ReturnType<typeof declareAll>;
/** Passes props to the constructor or method that takes them; what belongs to a method is bound to one. */
type Recipe = (declared: Declarations, props: never) => unknown;

const withMethod = ({ api }: Declarations, target: library.IIntegrationTarget) => api.root.addMethod('GET', target);
const withRoute = (
  { http }: Declarations, integration: library.HttpRouteIntegration = new HttpUrlIntegration('A', 'https://example.com'), authorizer?: library.IHttpRouteAuthorizer,
) => http.addRoutes({ path: '/a', integration, authorizer });
const withMessage = (
  { socket }: Declarations, integration: library.WebSocketRouteIntegration = new WebSocketMockIntegration('A'), authorizer?: library.IWebSocketRouteAuthorizer,
) => socket.addRoute('a', { integration, authorizer });
const RECIPES: Readonly<Record<string, Recipe>> = {
  'AccessLogFormat.jsonWithStandardFields': (_, props) => AccessLogFormat.jsonWithStandardFields(props),
  'AccessLogFormat.xmlWithStandardFields': (_, props) => AccessLogFormat.xmlWithStandardFields(props),
  'Api': ({ root }, props) => new Api(root, 'New', props),
  'Api.addApiKey': ({ api }, props) => api.addApiKey('New', props),
  'Api.addGatewayResponse': ({ api }, props) => api.addGatewayResponse('New', props),
  'Api.addJwtAuthorizer': ({ api }, props) => api.addJwtAuthorizer('New', props),
  'Api.addModel': ({ api }, props) => api.addModel('New', props),
  'Api.addRequestValidator': ({ api }, props) => api.addRequestValidator('New', props),
  'Api.addStage': ({ api }, props) => api.addStage('new', props),
  'Api.addUsagePlan': ({ api }, props) => api.addUsagePlan('New', props),
  'Api.fromOpenApi': ({ root }, props) => Api.fromOpenApi(root, 'New', props),
  'Api.fromSpec': ({ root }, props) => Api.fromSpec(root, 'New', props),
  'ApiKey': ({ api }, props) => new ApiKey(api, 'New', props),
  'App': (_, props) => new App(props),
  'App.synthesize': ({ root }, props) => App.synthesize(root, props),
  'CognitoUserPoolsAuthorizer': ({ api }, props) => new CognitoUserPoolsAuthorizer(api, 'New', props),
  'Deployment': ({ api }, props) => new Deployment(api, 'New', props),
  'GatewayAssembly.openApi': (_, props) => OpenApiDocument._of({} as never, props), // the options are read before the spec
  'GatewayResponse': ({ api }, props) => new GatewayResponse(api, 'New', props),
  'HttpApi': ({ root }, props) => new HttpApi(root, 'New', props),
  'HttpApi.addRoutes': ({ http }, props) => http.addRoutes(props),
  'HttpApi.addStage': ({ http }, props) => http.addStage('New', props),
  'HttpApi.fromOpenApi': ({ root }, props) => HttpApi.fromOpenApi(root, 'New', props),
  'HttpIntegration': (declared, props) => withMethod(declared, new HttpIntegration('https://example.com', props)),
  'HttpJwtAuthorizer': (declared, props) => withRoute(declared, undefined, new HttpJwtAuthorizer('New', 'https://example.com', props)),
  'HttpLambdaAuthorizer': (declared, props) => withRoute(declared, undefined, new HttpLambdaAuthorizer('New', declared.fn, props)),
  'HttpLambdaIntegration': (declared, props) => withRoute(declared, new HttpLambdaIntegration('New', declared.fn, props)),
  'HttpProxyIntegration': (declared, props) => withMethod(declared, new HttpProxyIntegration('https://example.com', props)),
  'HttpRoute': ({ http }, props) => new HttpRoute(http, 'New', props),
  'HttpStage': ({ http }, props) => new HttpStage(http, 'New', props),
  'HttpAwsIntegration': (declared, props) => withRoute(declared, new HttpAwsIntegration('New', {
    subtype: HttpIntegrationSubtype.SQS_PURGE_QUEUE, parameterMapping: new ParameterMapping().custom('QueueUrl', 'https://q.test'), ...(props as object), // wrong on purpose
  })),
  'HttpUrlIntegration': (declared, props) => withRoute(declared, new HttpUrlIntegration('New', 'https://example.com', props)),
  'HttpUserPoolAuthorizer': (declared, props) => withRoute(declared, undefined, new HttpUserPoolAuthorizer('New', { userPoolId: 'p' }, props)),
  'JwtAuthorizer': ({ api }, props) => new JwtAuthorizer(api, 'New', props),
  'MappedIntegration': (declared, props) => withMethod(declared, new MappedIntegration(declared.fn, props)),
  'Method': ({ api }, props) => new Method(api, 'New', props),
  'Method.addCors': (declared, props) => withMethod(declared, declared.fn).addCors(props),
  'Method.addMethodResponse': (declared, props) => withMethod(declared, declared.fn).addMethodResponse(props),
  'MockIntegration': (declared, props) => withMethod(declared, new MockIntegration(props)),
  'Model': ({ api }, props) => new Model(api, 'New', props),
  'OpenApiDocument.fromApi': ({ api }, props) => OpenApiDocument.fromApi(api, props),
  'ProxyFunction': ({ root }, props) => new ProxyFunction(root, 'New', props),
  'ProxyIntegration': (declared, props) => withMethod(declared, new ProxyIntegration(declared.fn, props)),
  'ProxyResource': ({ api }, props) => new ProxyResource(api, 'New', props),
  'RequestAuthorizer': ({ api }, props) => new RequestAuthorizer(api, 'New', props),
  'RequestValidator': ({ api }, props) => new RequestValidator(api, 'New', props),
  'Resource': ({ api }, props) => new Resource(api, 'New', props),
  'ResourceBase.addCorsPreflight': ({ api }, props) => api.root.addCorsPreflight(props),
  'ResourceBase.addMethod': ({ api, fn }, props) => api.root.addMethod('GET', fn, props),
  'ResourceBase.addProxy': ({ api }, props) => api.root.addProxy(props),
  'ResourceBase.addResource': ({ api }, props) => api.root.addResource('new', props),
  'ServiceIntegration': (declared, props) => withMethod(declared, new ServiceIntegration(props)),
  'Stage': ({ api }, props) => new Stage(api, 'New', props),
  'TokenAuthorizer': ({ api }, props) => new TokenAuthorizer(api, 'New', props),
  'UsagePlan': ({ api }, props) => new UsagePlan(api, 'New', props),
  'UsagePlan.addApiKey': ({ api }, props) => api.addUsagePlan('New').addApiKey(api.addApiKey('Key'), props),
  'UsagePlan.addApiStage': ({ api }, props) => api.addUsagePlan('New').addApiStage(props),
  'WebSocketApi': ({ root }, props) => new WebSocketApi(root, 'New', props),
  'WebSocketApi.addRoute': ({ socket }, props) => socket.addRoute('new', props),
  'WebSocketAwsIntegration': (declared, props) => withMessage(declared, new WebSocketAwsIntegration('New', props)),
  'WebSocketHttpIntegration': (declared, props) => withMessage(declared, new WebSocketHttpIntegration('New', 'https://example.com', props)),
  'WebSocketHttpProxyIntegration': (declared, props) => withMessage(declared, new WebSocketHttpProxyIntegration('New', 'https://example.com', props)),
  'WebSocketLambdaAuthorizer': (declared, props) => withMessage(declared, undefined, new WebSocketLambdaAuthorizer('New', declared.fn, props)),
  'WebSocketLambdaIntegration': (declared, props) => withMessage(declared, new WebSocketLambdaIntegration('New', declared.fn, props)),
  'WebSocketMappedIntegration': (declared, props) => withMessage(declared, new WebSocketMappedIntegration('New', declared.fn, props)),
  'WebSocketMockIntegration': (declared, props) => withMessage(declared, new WebSocketMockIntegration('New', props)),
  'WebSocketRoute': ({ socket }, props) => new WebSocketRoute(socket, 'New', props),
  'WebSocketStage': ({ socket }, props) => new WebSocketStage(socket, 'New', props),
  'aws.Api': ({ stack }, props) => new aws.Api(stack, 'New', props),
  'aws.Api.fromApiAttributes': ({ stack }, props) => aws.Api.fromApiAttributes(stack, 'New', props),
  'aws.AwsTarget': ({ stack }, props) => new aws.AwsTarget(new Api(stack, 'New'), props),
  'aws.AwsTarget.methodMetric': ({ stack }, props) => {
    const api = new aws.Api(stack, 'New');
    return api.aws.methodMetric('Count', api.root.addMethod('GET', new MockIntegration()), props);
  },
  'aws.HttpApi': ({ stack }, props) => new aws.HttpApi(stack, 'New', props),
  'aws.WebSocketApi': ({ stack }, props) => new aws.WebSocketApi(stack, 'New', props),
  'aws.ProxyFunction': ({ stack }, props) => new aws.ProxyFunction(stack, 'New', props),
  'aws.ProxyFunction.fromFunction': ({ stack }, props) => {
    const { lambdaFunction } = new aws.ProxyFunction(stack, 'Existing', { code: __dirname, handler: 'a.handler' });
    return aws.ProxyFunction.fromFunction(stack, 'New', lambdaFunction, props);
  },
};

/** Everything public that takes a struct, by the name of its recipe. */
const callables = Object.entries(types).filter(([, { kind }]) => kind === 'class').flatMap(([fqn, type]) => [
  ...(type.initializer === undefined || type.abstract === true ? [] : [{ name: nameOf(fqn), ...type.initializer }]),
  ...(type.methods ?? []).map((method) => ({ ...method, name: `${nameOf(fqn)}.${method.name}` })),
].flatMap(({ name, parameters = [] }) => parameters.flatMap(({ type: { fqn: struct = '' } }) => (types[struct]?.datatype === true ? [{ name, struct }] : []))));

test('there is a recipe for everything that takes a props or option object', () => {
  expect(callables.map(({ name }) => name).sort()).toEqual(Object.keys(RECIPES).sort());
});

describe.each(callables)('$name takes $struct', ({ name, struct }) => {
  const members = membersOf(struct);

  test('and refuses a member that is misspelt', () => {
    for (const { name: member } of members) {
      expect(codesOf(name, { [`${member}Zz`]: 1 })).toContain(`PROPERTY_UNKNOWN ${member}Zz`);
    }
  });

  test('and refuses a member of a wrong type', () => {
    for (const { name: member, type } of members.filter((one) => one.type.primitive !== 'any')) {
      expect(codesOf(name, { [member]: wrongValue(type) })).toContain(`PROPERTY_TYPE_INVALID ${member}`);
    }
  });

  test('and refuses null', () => {
    for (const { name: member } of members.filter((one) => one.type.primitive !== 'any')) {
      expect(codesOf(name, { [member]: null })).toContain(`PROPERTY_TYPE_INVALID ${member}`);
    }
  });
});

function membersOf(fqn: string): { readonly name: string; readonly type: TypeReference }[] {
  const { properties = [], interfaces = [] } = types[fqn] ?? {};
  return [...properties, ...interfaces.flatMap(membersOf)];
}

/** A symbol is of no type that a property can have. */
function wrongValue({ primitive, collection }: TypeReference): unknown {
  return primitive === 'string' || collection !== undefined ? 5 : Symbol('wrong');
}

/** `code property` of all problems that a recipe reports or throws. */
function codesOf(name: string, props: object): string[] {
  const declared = declareAll();
  const recipe = RECIPES[name];
  let created: unknown;
  const error = thrownBy(() => { created = recipe?.(declared, props as never); }); // a caller without types
  const roots = [declared.root, declared.stack.node.root, ...(created instanceof App ? [created] : [])];
  const issues = roots.flatMap((root) => declaredIssues(root).map((one) => one.issue));
  const ofMethods = declared.api._registry.issues;
  return [...issues, ...ofMethods].map(textOf).concat(textsOf(String(error)));
}

function textOf({ code, message }: Issue): string {
  return `${code} ${propertyIn(message)}`;
}

function textsOf(error: string): string[] {
  return [...error.matchAll(/error: .*?(?:the [\w ]+|[\w/#.{}+-]+): ((?:unknown property )?.*) \[(PROPERTY_\w+)\]/g)].map(([, message = '', code]) => `${code} ${propertyIn(message)}`);
}

/** Some callers see the members of an inner object: `existingApi.restApiId`, and `options.cors` of `addMethod`. */
function propertyIn(message: string): string {
  return (/^unknown property "(\w+)"/.exec(message)?.[1] ?? message.split(' ')[0] ?? '').replace(/^(?:existingApi|options)\./, '');
}
