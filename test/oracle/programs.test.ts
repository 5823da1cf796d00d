import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Api } from '../../lib/aws';
import { writeProgram, type TargetName } from '../../lib/codegen';
import { withCorsMethods } from '../../lib/openapi';
import { canonicalText, methodsOf, type FunctionSpec, type GatewaySpec } from '../../lib/spec';
import { newStack } from '../support/aws-stack';
import { codeFor, comparable, runProgram, specsOf, withoutCode } from '../support/codegen/run-program';
import { compilerErrors } from '../support/compiler-errors';
import { makeProject } from '../support/docs/project';
import { everyMember } from '../support/every-member';
import { importFiles, importPath } from '../support/imported';
import { exampleSpecs } from '../support/openapi/definitions';
import { DEFINITIONS } from './definitions';

const root = path.resolve(__dirname, '..', '..');

/** Parts that programs declare differently, each time with an issue; test/codegen has one of each. */
const DECLARED: Readonly<Record<TargetName, readonly string[]>> = {
  constructs: ['the ids of resources', 'a function that cannot run here', '$schema of models'],
  cdk: ['the ids of resources', 'a function without a runtime', 'values known only after deployment'],
};
const said = new Set<string>();

/** Whether a message is about one of these parts, which then counts as said. */
function isDeclared(target: TargetName, message: string): boolean {
  const known = DECLARED[target].find((one) => message.includes(one));
  if (known !== undefined) said.add(`${target}: ${known}`);
  return known !== undefined;
}

/** Writes a program and runs it: its constructs have the specs that it was written from. */
function expectSame(specs: readonly GatewaySpec[], target: TargetName): void {
  const { text, issues, secrets } = writeProgram(specs.map((spec) => ({ spec, code: codeFor(spec) })), target);
  expect(issues.filter(({ code, message }) => code !== 'PROGRAM_SECRET_LEFT_OUT' && !isDeclared(target, message))).toEqual([]);
  const onTarget = (spec: GatewaySpec): GatewaySpec => (target === 'cdk' ? withCorsMethods(spec).spec : spec);
  const functionOf = (one: FunctionSpec): object => withoutCode(target === 'cdk' ? { ...one, runtime: one.runtime ?? 'nodejs24.x' } : one);
  const again = specsOf(runProgram(text, secrets));
  expect(again.map((spec) => comparable(spec, functionOf))).toEqual(specs.map((spec) => comparable(onTarget(spec), functionOf)));
}

function specsIn(stack: Stack): GatewaySpec[] {
  return stack.node.findAll().filter((one): one is Api => Api.isApi(one)).map((api) => api._readSpec());
}

const ORACLE = DEFINITIONS.map(({ name, ours }) => {
  const stack = newStack();
  ours(stack);
  return [name, specsIn(stack)] as const;
});

/** Sources of every kind. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, string | object>>>> = {
  'SAM': {
    'template.yaml': `
Transform: AWS::Serverless-2016-10-31
Resources:
  PetsApi:
    Type: AWS::Serverless::Api
    Properties:
      StageName: test
      Cors: "'*'"
      Auth:
        DefaultAuthorizer: Token
        Authorizers: {Token: {FunctionArn: !GetAtt Check.Arn}, Pool: {UserPoolArn: "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a"}}
        ApiKeyRequired: true
        UsagePlan: {CreateUsagePlan: PER_API, UsagePlanName: Basic, Throttle: {RateLimit: 10, BurstLimit: 5}}
      Models: {Pet: {type: object, required: [name], properties: {name: {type: string}}}}
  Check: {Type: AWS::Serverless::Function, Properties: {InlineCode: "exports.handler = 1", Handler: index.handler, Runtime: nodejs20.x}}
  Pets:
    Type: AWS::Serverless::Function
    Properties:
      InlineCode: "exports.handler = 1"
      Handler: index.handler
      Runtime: nodejs22.x
      Events:
        List: {Type: Api, Properties: {Path: /pets, Method: get, RestApiId: !Ref PetsApi, Auth: {Authorizer: NONE}}}
        Make: {Type: Api, Properties: {Path: /pets, Method: post, RestApiId: !Ref PetsApi, RequestModel: {Model: Pet, Required: true, ValidateBody: true}}}
        One: {Type: Api, Properties: {Path: "/pets/{petId}", Method: get, RestApiId: !Ref PetsApi, Auth: {Authorizer: Pool, AuthorizationScopes: [read]}}}
        Rest: {Type: Api, Properties: {Path: "/{proxy+}", Method: any, RestApiId: !Ref PetsApi}}
`,
  },
  'OpenAPI': {
    'openapi.json': {
      openapi: '3.0.1', info: { title: 'Cats & Dogs', version: '1', description: 'All of them' },
      paths: {
        '/cats/{catId}': {
          get: {
            operationId: 'getCat', parameters: [{ name: 'color', in: 'query', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' }, example: { name: 'Tom' } } } } },
            'x-amazon-apigateway-request-validator': 'all',
            'x-amazon-apigateway-integration': {
              type: 'http', uri: 'https://cats.example.com/{catId}', httpMethod: 'GET', requestParameters: { 'integration.request.path.catId': 'method.request.path.catId' },
              responses: { default: { statusCode: '200', responseTemplates: { 'application/json': '#set($cat = $input.path("$"))\n{\n  "name": "$cat.name",\n  "legs": 4,\n  "likes": "$cat.likes[0]"\n}' } } },
            },
          },
        },
        '/dogs': { get: { responses: { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' } } } },
      },
      components: { schemas: { Cat: { type: 'object', properties: { name: { type: 'string' } } } } },
      'x-amazon-apigateway-request-validators': { all: { validateRequestBody: true, validateRequestParameters: true } },
      'x-amazon-apigateway-gateway-responses': { DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" } } },
    },
  },
  'serverless.yml': {
    'serverless.yml': `
service: notes
provider: {name: aws, runtime: nodejs20.x, stage: dev, environment: {TABLE: notes}}
functions:
  list: {handler: src/notes.list, events: [{http: {path: notes, method: get, cors: true}}]}
  add: {handler: src/notes.add, timeout: 10, events: [{http: {path: notes, method: post, private: true}}]}
`,
    'src/notes.js': 'exports.list = exports.add = async () => ({ statusCode: 200 });',
  },
};

describe.each(['constructs', 'cdk'] as const)('the program of a definition declares it again: %s', (target) => {
  test.each(exampleSpecs('rest', 'http'))('%s', (_, spec) => {
    expectSame([spec], target);
  });

  test('a definition with every member', () => {
    expectSame([everyMember().sayable], target);
  });

  test.each(ORACLE)('%s', (_, specs) => {
    expectSame(specs, target);
  });

  test.each(Object.entries(SOURCES))('imported from %s', (_, files) => {
    const { specs } = importFiles(files);
    expect(specs).toHaveLength(1);
    expectSame(specs, target);
  });

  test.each(['cloudformation/template.yaml', 'openapi/openapi.yaml', 'sam/template.yaml', 'serverless/serverless.yml'])('imported from examples/sources/%s', (file) => {
    expectSame(importPath(path.join(root, 'examples', 'sources', file)).specs, target);
  });
});

/** Definitions with something of each kind: authorizers, models, integrations, settings, plans. */
const CHOSEN = [
  'defaults of integration and method for what is below', 'an authorizer of requests', 'an authorizer of user pools, with scopes',
  'models of requests and responses, and a validator', 'a function between templates', 'preflights of a resource, every setting', 'gateway responses',
  'name, description, key source, binary types, compression, default endpoint off', 'settings of single methods', 'two APIs in one stack',
  'a plan with limits, a quota and limits of a method',
];

describe('a RestApi of the CDK becomes the same definition with constructs', () => {
  test.each(DEFINITIONS.filter(({ name }) => CHOSEN.includes(name)))('$name', ({ theirs }) => {
    const stack = newStack();
    theirs(stack);
    const { specs } = importFiles({ 'template.json': Template.fromStack(stack).toJSON() });
    expectSame(specs, 'constructs');
  });
});

test('everything that programs express otherwise is in one of these definitions', () => {
  const all = Object.entries(DECLARED).flatMap(([target, messages]) => messages.map((message) => `${target}: ${message}`));
  expect(all.filter((one) => !said.has(one))).toEqual([]);
});

const CHECKED = /^(02|07|12|13|14|16)-/;

/** Programs of several definitions, in the place of the examples, with the compiler's settings of those. */
function checkedPrograms(): ReadonlyMap<string, string> {
  return new Map(exampleSpecs('rest', 'http').filter(([name]) => CHECKED.test(name)).flatMap(([name, spec]) => (['constructs', 'cdk'] as const).map((target) => [
    `${name.replace('/', '-')}.${target}.ts`, writeProgram([{ spec, code: new Map() }], target).text,
  ] as const)));
}

describe('the stack of a program has the template of the stack that it was written from, but for names', () => {
  /** Names of functions, authorizers and validators come from logical ids, which come from the constructs. */
  const imported = (stack: Stack) => importFiles({ 'template.json': Template.fromStack(stack).toJSON() }).specs.map((spec) => ({
    api: [spec.api.name, spec.api.endpointType, spec.api.binaryMediaTypes, spec.api.minimumCompressionSize],
    methods: Object.fromEntries(methodsOf(spec).map(({ path: route, httpMethod, method }) => [`${httpMethod} ${route}`, {
      ...method, authorization: method.authorization.type, requestValidator: method.requestValidator !== undefined,
      integration: { ...method.integration, function: undefined }, requestModels: Object.keys(method.requestModels),
    }])),
    stages: spec.stages,
    gatewayResponses: spec.gatewayResponses,
    models: Object.values(spec.models).map(({ schema }) => canonicalText(schema)).sort(),
    plans: Object.values(spec.usagePlans).map(({ throttle, quota, keys }) => [throttle, quota, keys.length]),
  }));

  test.each(DEFINITIONS.filter(({ name }) => CHOSEN.includes(name)))('$name', ({ ours }) => {
    const stack = newStack();
    ours(stack);
    const { text, secrets } = writeProgram(specsIn(stack).map((spec) => ({ spec, code: codeFor(spec) })), 'cdk');
    const [written] = runProgram(text, secrets).node.children.filter((one) => Stack.isStack(one));
    expect(written && imported(written)).toEqual(imported(stack));
  });
});

test('programs are TypeScript that compiles under strict, with nothing unused', () => {
  const programs = checkedPrograms();
  const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'examples', 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
  const project = makeProject();
  try {
    for (const [file, text] of programs) project.write(file, text);
    const files = [...programs.keys()].map((file) => path.join(project.directory, file));
    const typeRoots = [path.join(root, 'node_modules', '@types')];
    expect(compilerErrors(files, { ...compilerOptions, typeRoots, incremental: false, tsBuildInfoFile: undefined })).toEqual([]);
  } finally {
    project.remove();
  }
  expect(programs.size).toBeGreaterThan(10);
});

test('no line is wider than 120 columns but for texts that cannot be broken', () => {
  const wide = [...checkedPrograms().values()].flatMap((text) => text.split('\n')).filter((line) => line.length > 120);
  expect(wide.filter((line) => !/^\s*(\S+: )?['"`].{60,}['"`],?$/.test(line))).toEqual([]);
});
