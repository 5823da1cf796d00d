import { translateSam } from '../../../lib/importers/sam';
import type { JsonMap } from '../../../lib/importers/sam/value';
import { apiWith, functionWith, member, refusals, samTemplate, securedRoutes, translated } from '../../support/importers/sam';

const AUTHORIZERS = `Authorizers:
  Tokens: {FunctionArn: arn:guard, Identity: {Header: X-Token, ReauthorizeEvery: 30}}
  Requests: {FunctionPayloadType: REQUEST, FunctionArn: arn:guard, Identity: {Headers: [X-A], QueryStrings: [q]}}
  Pool: {UserPoolArn: arn:pool, AuthorizationScopes: [read]}`.replaceAll(/\n\s*/g, ' ')
  .replace(/Authorizers: (.*)$/, (_, list: string) => `Authorizers: {${list.replaceAll(/\} (?=\w+: \{)/g, '}, ')}}`);

describe('the routes of events', () => {
  test.each([
    ['without an API are those of the implicit one', functionWith('A: {Path: /orders, Method: GET}\nB: {Path: "/{proxy+}", Method: any}'), 'ServerlessRestApi',
      ['ANY /{proxy+}: open', 'GET /orders: open']],
    ['are added to the API that they name', apiWith('') + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}'), 'Api', ['GET /a: open']],
    ['are not added to an API with a definition of its own',
      apiWith('DefinitionBody: {swagger: "2.0", paths: {/own: {get: {}}}}') + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}'), 'Api', ['GET /own: open']],
    ['are merged into a definition on request',
      apiWith('MergeDefinitions: true\nDefinitionBody: {swagger: "2.0", paths: {/own: {get: {}}}}')
        + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}\nB: {Path: /own, Method: get, RestApiId: !Ref Api}'), 'Api',
      ['GET /a: open', 'GET /own: open']],
    ['get preflights with Cors, unless an OPTIONS method is declared',
      apiWith('Cors: "\'*\'"') + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}\nB: {Path: /b, Method: options, RestApiId: !Ref Api}'), 'Api',
      ['GET /a: open', 'OPTIONS /a: open', 'OPTIONS /b: open']],
    ['may be those of a state machine', `
  S:
    Type: AWS::Serverless::StateMachine
    Properties: {Definition: {StartAt: A}, Events: {Start: {Type: Api, Properties: {Path: /start, Method: post}}}}`, 'ServerlessRestApi', ['POST /start: open']],
  ])('%s', (_, resources, api, routes) => {
    expect(securedRoutes(translated(samTemplate(resources)), api)).toEqual(routes);
  });
});

describe('authorization', () => {
  const routes = (auth: string, events: string, rest = '') => (
    securedRoutes(translated(samTemplate(apiWith(`Auth: {${auth}}\n${rest}`) + functionWith(events.replaceAll('}', ', RestApiId: !Ref Api}').replaceAll('*', '}')))))
  );

  test.each([
    ['a default authorizer applies to every method', 'DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get}', '', ['GET /a: Tokens']],
    ['NONE exempts a method', 'DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get, Auth: {Authorizer: NONE*}', '', ['GET /a: NONE']],
    ['a method names another one', 'DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get, Auth: {Authorizer: Requests*}', '', ['GET /a: Requests']],
    ['the default applies to preflights', 'DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get}', 'Cors: "\'*\'"', ['GET /a: Tokens', 'OPTIONS /a: Tokens']],
    ['preflights can be exempt', 'DefaultAuthorizer: Tokens, AddDefaultAuthorizerToCorsPreflight: false', 'A: {Path: /a, Method: get}', 'Cors: "\'*\'"',
      ['GET /a: Tokens', 'OPTIONS /a: open']],
    ['scopes are the authorizer\'s', 'DefaultAuthorizer: Pool', 'A: {Path: /a, Method: get}', '', ['GET /a: Pool(read)']],
    ['scopes of a method win', 'DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get, Auth: {Authorizer: Pool, AuthorizationScopes: [write]*}', '',
      ['GET /a: Pool(write)']],
    ['callers sign with AWS_IAM', 'DefaultAuthorizer: AWS_IAM', 'A: {Path: /a, Method: get}', '', ['GET /a: AWS_IAM']],
    ['keys are required by default', 'ApiKeyRequired: true', 'A: {Path: /a, Method: get}', 'Cors: "\'*\'"', ['GET /a: api_key', 'OPTIONS /a: api_key']],
    ['a method needs no key', 'ApiKeyRequired: true', 'A: {Path: /a, Method: get, Auth: {ApiKeyRequired: false*}', '', ['GET /a: open']],
    ['keys and authorizers add up', 'ApiKeyRequired: true, DefaultAuthorizer: Tokens', 'A: {Path: /a, Method: get}', '', ['GET /a: Tokens + api_key']],
    ['an authorizer that is only declared applies to nothing', '', 'A: {Path: /a, Method: get}', '', ['GET /a: open']],
  ])('%s', (_, auth, events, rest, expected) => {
    expect(routes([AUTHORIZERS, auth].filter((one) => one !== '').join(', '), events, rest)).toEqual(expected);
  });

  test('no method of an API with a default authorizer is open, unless it is exempt', () => {
    const methods = ['get', 'POST', 'any', 'Options'];
    for (const name of ['Tokens', 'Requests', 'Pool', 'AWS_IAM']) {
      for (const key of ['', ', ApiKeyRequired: true', ', AddApiKeyRequiredToCorsPreflight: false, ApiKeyRequired: true']) {
        const events = methods.map((method, index) => `E${index}: {Path: /p${index}, Method: ${method}}`).join('\n');
        const translated = routes(`${AUTHORIZERS}, DefaultAuthorizer: ${name}${key}`, events, 'Cors: "\'*\'"');
        expect(translated).toHaveLength(7);
        expect(translated.filter((route) => !route.includes(name))).toEqual([]);
      }
    }
  });

  test('OverrideApiAuth changes a method of the API\'s own definition', () => {
    const definition = 'DefinitionBody: {swagger: "2.0", paths: {/a: {get: {x-amazon-apigateway-integration: {type: mock}}}}}';
    const override = 'A: {Path: /a, Method: get, RestApiId: !Ref Api, Auth: {Authorizer: NONE, OverrideApiAuth: true}}';
    const api = apiWith(`Auth: {${AUTHORIZERS}, DefaultAuthorizer: Tokens}\n${definition}`);
    expect(securedRoutes(translated(samTemplate(api + functionWith(override))))).toEqual(['GET /a: NONE']);
    expect(securedRoutes(translated(samTemplate(api + functionWith(override.replace(', OverrideApiAuth: true', '')))))).toEqual(['GET /a: Tokens']);
  });

  test('authorizers become security definitions', () => {
    const { Api: api } = translated(samTemplate(apiWith(`Auth: {${AUTHORIZERS}}`)));
    expect(member(api, 'Properties', 'Body', 'securityDefinitions')).toMatchObject({
      Tokens: {
        'name': 'X-Token', 'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'token', authorizerResultTtlInSeconds: 30,
          authorizerUri: { 'Fn::Sub': [expect.stringContaining('${__FunctionArn__}/invocations'), { __FunctionArn__: 'arn:guard' }] },
        },
      },
      Requests: {
        'name': 'Unused',
        'x-amazon-apigateway-authorizer': { type: 'request', identitySource: 'method.request.header.X-A, method.request.querystring.q' },
      },
      Pool: { 'name': 'Authorization', 'x-amazon-apigateway-authorizer': { type: 'cognito_user_pools', providerARNs: ['arn:pool'] } },
    });
  });
});

describe('logical ids', () => {
  test('of the implicit API are the ones of the translator', () => {
    const resources = translated(samTemplate(functionWith('A: {Path: /a, Method: get}')));
    expect(Object.keys(resources).map((id) => id.replace(/[0-9a-f]{10}$/, '<hash>')).sort()).toEqual([
      'F', 'FRole', 'ServerlessRestApi', 'ServerlessRestApiDeployment<hash>', 'ServerlessRestApiProdStage',
    ]);
    expect(member(resources['ServerlessRestApiProdStage'], 'Properties', 'StageName')).toBe('Prod');
  });

  test('references to what a resource makes are resolved', () => {
    const { template } = translateSam(samTemplate(apiWith('') + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}').replace('Handler:', 'AutoPublishAlias: v-1\n      Handler:'), `
Outputs:
  Stage: {Value: !Ref Api.Stage}
  Url: {Value: !Sub "https://\${Api}.example/\${Api.Stage}"}
  Alias: {Value: !Ref F.Alias}`));
    expect(member(template, 'Outputs')).toEqual({
      Stage: { Value: { Ref: 'ApiliveStage' } },
      Url: { Value: { 'Fn::Sub': 'https://${Api}.example/${ApiliveStage}' } },
      Alias: { Value: { Ref: 'FAliasvD1' } },
    });
  });

  test('events call the published alias', () => {
    const resources = translated(samTemplate(functionWith('A: {Path: /a, Method: get}').replace('Handler:', 'AutoPublishAlias: live\n      Handler:')));
    const uri = member(resources['ServerlessRestApi'], 'Properties', 'Body', 'paths', '/a', 'get', 'x-amazon-apigateway-integration', 'uri');
    expect(uri).toEqual({ 'Fn::Sub': expect.stringMatching(/functions\/\$\{FAliaslive\}\/invocations$/) });
  });
});

describe('code', () => {
  const codeOf = (properties: string, metadata = '') => member(translated(samTemplate(`
  F:
    Type: AWS::Serverless::Function
    ${metadata}
    Properties: {Handler: get.handler, Runtime: nodejs20.x, ${properties}}`))['F'], 'Properties', 'Code');

  test.each([
    ['a local path stays', 'CodeUri: src/', '', 'src/'],
    ['a location in a bucket', 'CodeUri: "s3://bucket/key.zip?versionId=v"', '', { S3Bucket: 'bucket', S3Key: 'key.zip', S3ObjectVersion: 'v' }],
    ['inline code', 'InlineCode: exports.a = 1', '', { ZipFile: 'exports.a = 1' }],
    ['the entry that becomes the handler', 'CodeUri: .', 'Metadata: {BuildMethod: esbuild, BuildProperties: {EntryPoints: [src/put.ts, src/get.ts]}}', 'src/get.ts'],
    ['no entry of that name', 'CodeUri: src', 'Metadata: {BuildMethod: esbuild, BuildProperties: {EntryPoints: [put.ts]}}', 'src'],
  ])('%s', (_, properties, metadata, expected) => {
    expect(codeOf(properties, metadata)).toEqual(expected);
  });
});

describe('conditions', () => {
  test('of the only function are those of the implicit API, its paths and methods', () => {
    const resources = translated(samTemplate(functionWith('A: {Path: /a, Method: get}', 'Condition: C'), 'Conditions: {C: {"Fn::Equals": [a, b]}}'));
    expect(member(resources['ServerlessRestApi'], 'Condition')).toBe('C');
    expect(member(resources['ServerlessRestApi'], 'Properties', 'Body', 'paths', '/a')).toEqual({
      'Fn::If': ['C', { get: { 'Fn::If': ['C', expect.anything(), { Ref: 'AWS::NoValue' }] } }, { Ref: 'AWS::NoValue' }],
    });
  });

  test('of several functions are combined', () => {
    const secondFunction = functionWith('B: {Path: /a, Method: put}', 'Condition: D').replace('  F:', '  G:');
    const { template } = translateSam(samTemplate(functionWith('A: {Path: /a, Method: get}', 'Condition: C') + secondFunction, 'Conditions: {C: a, D: b}'));
    const either = { 'Fn::Or': [{ Condition: 'C' }, { Condition: 'D' }] };
    expect(member(template, 'Conditions')).toMatchObject({ ServerlessRestApiCondition: either, ServerlessRestApiSLASHaPathCondition: either });
  });
});

describe('Globals', () => {
  test('are merged: maps by key, lists joined, else the local value', () => {
    const resources = translated(samTemplate(functionWith('A: {Path: /a, Method: get}').replace('Handler:', 'Environment: {Variables: {B: local}}\n      Layers: [two]\n      Handler:'), `
Globals:
  Function: {Timeout: 7, Handler: other.handler, Layers: [one], Environment: {Variables: {A: global, B: global}}}
  Api: {Auth: {ApiKeyRequired: true}}`));
    expect(member(resources['F'], 'Properties')).toMatchObject({
      Timeout: 7, Handler: 'index.handler', Layers: ['one', 'two'], Environment: { Variables: { A: 'global', B: 'local' } },
    });
    expect(securedRoutes(resources, 'ServerlessRestApi')).toEqual(['GET /a: api_key']);
  });

  test('OpenApiVersion decides the form of the document, and whether a second stage is made', () => {
    const resources = translated(samTemplate(functionWith('A: {Path: /a, Method: get}'), 'Globals: {Api: {OpenApiVersion: 3.0.1, Auth: {DefaultAuthorizer: AWS_IAM}}}'));
    const body = member(resources['ServerlessRestApi'], 'Properties', 'Body');
    expect(body).toMatchObject({ openapi: '3.0.1', components: { securitySchemes: { AWS_IAM: { type: 'apiKey' } } } });
    expect(JSON.stringify(resources)).not.toContain('"StageName":"Stage"');
  });
});

test('a template that is refused is not translated', () => {
  expect(translateSam({ Resources: {} }).template).toBeUndefined();
  expect(refusals({ Resources: {} })).toEqual(["Structure of the SAM template is invalid. 'Resources' section is required"]);
});

test('the given template is not changed', () => {
  const template = samTemplate(functionWith('A: {Path: /a, Method: get}'), 'Globals: {Api: {Auth: {ApiKeyRequired: true}}}');
  const before = structuredClone(template);
  translateSam(template);
  expect(template).toEqual(before);
});

test('resources and events that have no part in an API are not read, and named once for each kind', () => {
  const { issues } = translateSam(samTemplate(`${apiWith('')}
  C: {Type: AWS::Serverless::Connector, Properties: {Source: {Id: A}, Destination: {Id: B}, Permissions: [Read]}}
  D: {Type: AWS::Serverless::Connector}
  F:
    Type: AWS::Serverless::Function
    Properties:
      Handler: index.handler
      Runtime: nodejs20.x
      InlineCode: a
      Policies: [{NoSuchPolicy: {}}]
      Events:
        A: {Type: SQS, Properties: {Anything: [goes]}}
        B: {Type: SQS}
        C: {Type: Schedule, Properties: {Schedule: rate(1 day), Enabled: true, State: a}}
  S: {Type: AWS::Serverless::StateMachine, Properties: {Events: {A: {Type: Schedule}}}}
  G: {Type: AWS::Serverless::GraphQLApi, Properties: {}}`, 'Globals: {StateMachine: {Anything: goes}}'));
  const shared = { code: 'SAM_RESOURCE_UNTRANSLATED', severity: 'warning' };
  expect(issues).toMatchObject([
    { ...shared, location: 'C', message: 'AWS::Serverless::Connector is not read, as it has no part in a REST API: C, D' },
    { ...shared, location: 'F', message: 'the event type SQS is not read, as it has no part in a REST API: F.A, F.B' },
    { ...shared, location: 'F', message: 'the event type Schedule is not read, as it has no part in a REST API: F.C, S.A' },
    { ...shared, location: 'G', message: 'AWS::Serverless::GraphQLApi is not read, as it has no part in a REST API: G' },
  ]);
});

const resourcesOf = (template: JsonMap | undefined): JsonMap => template?.['Resources'] as JsonMap; // it has some

test('the default of a parameter that SAM refuses as a kind of usage plan is named, and its methods admit no key', () => {
  const template = samTemplate(
    apiWith('Auth: {ApiKeyRequired: true, UsagePlan: {CreateUsagePlan: !Ref Plan}}') + functionWith('A: {Path: /a, Method: get, RestApiId: !Ref Api}'),
    'Parameters: {Plan: {Type: String, Default: SINGLE}}',
  );
  const { template: made, issues } = translateSam(template);
  expect(issues).toMatchObject([{ code: 'SAM_DEFAULT_REFUSED', severity: 'loss', location: 'Api', message: expect.stringContaining('the default of the parameter Plan') }]);
  expect(securedRoutes(resourcesOf(made))).toEqual(['GET /a: api_key']);
  expect(Object.keys(resourcesOf(made))).not.toContain('ApiUsagePlan');
  expect(Object.keys(translateSam(template, { parameters: { Plan: 'PER_API' } }).template?.['Resources'] ?? {})).toContain('ApiUsagePlan');
  expect(translateSam(template, { parameters: { Plan: 'SINGLE' } }).issues).toMatchObject([{ code: 'SAM_RESOURCE_INVALID', severity: 'error' }]);
});

test('a shared usage plan exists if one of its APIs does', () => {
  const auth = 'Auth: {ApiKeyRequired: true, UsagePlan: {CreateUsagePlan: SHARED}}';
  const api = (id: string, condition?: string) => apiWith(auth).replace('Api:', `${id}:`).replace('Type:', `${condition === undefined ? '' : `Condition: ${condition}\n    `}Type:`);
  const planOf = (...apis: readonly string[]) => {
    const { template } = translateSam(samTemplate(apis.join(''), 'Conditions: {C: {"Fn::Equals": [a, a]}, D: {"Fn::Equals": [a, b]}}'));
    return { condition: member(member(template?.['Resources'], 'ServerlessUsagePlan'), 'Condition'), combined: member(template?.['Conditions'], 'SharedUsagePlanCondition') };
  };
  expect(planOf(api('A'), api('B', 'D'))).toEqual({});
  expect(planOf(api('A', 'D'), api('B', 'D'))).toEqual({ condition: 'D' });
  expect(planOf(api('A', 'D'), api('B', 'C'))).toEqual({ condition: 'SharedUsagePlanCondition', combined: { 'Fn::Or': [{ Condition: 'C' }, { Condition: 'D' }] } });
});

test('a value of null is as none: a function without code is refused, a resource without a condition is not', () => {
  expect(refusals(samTemplate('\n  F: {Type: AWS::Serverless::Function, Properties: {Handler: a.b, Runtime: nodejs20.x, InlineCode: null}}')))
    .toEqual(["Resource with id [F] is invalid. Only one of 'InlineCode' or 'CodeUri' can be set."]);
  expect(refusals(samTemplate('\n  Api: {Type: AWS::Serverless::Api, Condition: 0, Properties: {StageName: live}}'))).toEqual([]);
});

test.each([
  ['its tag', '{Dockerfile: Dockerfile, DockerContext: ./predict, DockerTag: v1}', 'predict:v1'],
  ['no tag', '{Dockerfile: Dockerfile, DockerContext: ./predict}', 'predict:latest'],
])('a function whose image `sam build` makes has the image of that name: with %s', (_, metadata, image) => {
  const resources = translated(samTemplate(`
  Predict:
    Type: AWS::Serverless::Function
    Metadata: ${metadata}
    Properties: {PackageType: Image, Events: {Post: {Type: Api, Properties: {Path: /predict, Method: post}}}}`));
  expect(member(resources, 'Predict', 'Properties', 'Code')).toEqual({ ImageUri: image });
});
