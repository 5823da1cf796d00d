import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocument } from '../../../lib/importers/document/read-document';
import { importSource } from '../../../lib/importers';
import { transformSam } from '../../../lib/importers/sam';
import { expandIncludes } from '../../../lib/importers/sam/transform-sam';
import { readSpec, routesOf } from '../../../lib/spec';
import { member } from '../../support/importers/sam';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'sam-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function write(name: string, text: string): string {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  return file;
}

const FUNCTION = `
  Hello:
    Type: AWS::Serverless::Function
    Properties:
      Handler: index.handler
      Runtime: nodejs20.x
      CodeUri: .
      Events: {A: {Type: Api, Properties: {Path: /hello, Method: get}}}`;

test('a definition that is included is part of the API, and its file is followed', () => {
  const included = write('api.yaml', 'swagger: "2.0"\npaths: {/a: {get: {x-amazon-apigateway-integration: {type: mock}}}}\n');
  const file = write('template.yaml', `Transform: AWS::Serverless-2016-10-31
Resources:
  Api:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
      Auth: {DefaultAuthorizer: AWS_IAM}
      DefinitionBody: {Fn::Transform: {Name: AWS::Include, Parameters: {Location: api.yaml}}}
`);
  const { document, issues, files } = transformSam(readDocument(file), {});
  expect({ issues, files }).toEqual({ issues: [], files: [included] });
  expect(member(document.value, 'Resources', 'Api', 'Properties', 'Body', 'paths', '/a', 'get', 'security')).toEqual([{ AWS_IAM: [] }]);
});

test('a refusal has the line of its resource', () => {
  const file = write('template.yaml', 'Resources:\n  Table: {Type: AWS::S3::Bucket}\n  Api:\n    Type: AWS::Serverless::Api\n    Properties: {}\n');
  const { document, issues } = transformSam(readDocument(file), {});
  expect(issues).toMatchObject([{ code: 'SAM_RESOURCE_INVALID', source: expect.stringMatching(/^template\.yaml:[34]:/) }]);
  expect(document.value).toEqual({ Resources: {} });
});

test('parameters are resolved where the translator resolves them', () => {
  const file = write('template.yaml', `Parameters: {Pool: {Type: String, Default: arn:default}}
Resources:
  Api:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
      Auth: {Authorizers: {A: {UserPoolArn: !Ref Pool}}}
`);
  const pools = (parameters: Record<string, string>) => member(
    transformSam(readDocument(file), parameters).document.value,
    'Resources', 'Api', 'Properties', 'Body', 'securityDefinitions', 'A', 'x-amazon-apigateway-authorizer', 'providerARNs',
  );
  expect(pools({})).toEqual(['arn:default']);
  expect(pools({ Pool: 'arn:given' })).toEqual(['arn:given']);
});

test('a project is found by its directory, with the parameters of its samconfig.toml and its nested applications', () => {
  write('samconfig.toml', '[default.deploy.parameters]\ntemplate_file = "main.yaml"\nparameter_overrides = "Env=\\"prod\\""\n');
  write('index.js', 'exports.handler = async () => ({ statusCode: 200 });');
  write('child.yaml', `Transform: AWS::Serverless-2016-10-31
Resources: {Inner: {Type: AWS::Serverless::Api, Properties: {StageName: v1, DefinitionBody: {swagger: "2.0", paths: {/inner: {get: {x-amazon-apigateway-integration: {type: mock}}}}}}}}
`);
  write('main.yaml', `Transform: AWS::Serverless-2016-10-31
Parameters: {Env: {Type: String}}
Conditions: {IsProd: !Equals [!Ref Env, prod]}
Resources:
  Child: {Type: AWS::Serverless::Application, Properties: {Location: child.yaml}}${FUNCTION}
  OnlyProd:
    Type: AWS::Serverless::Function
    Condition: IsProd
    Properties:
      Handler: index.handler
      Runtime: nodejs20.x
      CodeUri: .
      Events: {A: {Type: Api, Properties: {Path: /prod, Method: get}}}
`);
  const { apis } = importSource(directory);
  const routes = apis.flatMap(({ name, spec }) => routesOf(readSpec(spec, name).spec).map(({ method, path: route }) => `${name} ${method} ${route}`));
  expect(routes.sort()).toEqual(['Inner GET /inner', 'ServerlessRestApi GET /hello', 'ServerlessRestApi GET /prod']);
  expect(apis.flatMap(({ code }) => [...code.keys()]).sort()).toEqual(['Hello', 'OnlyProd']);
});

test('tables, state machines and layers lend functions their names, ARNs and files', () => {
  write('index.js', 'exports.handler = async () => ({ statusCode: 200 });');
  mkdirSync(path.join(directory, 'layer'));
  const file = write('template.yaml', `Resources:${FUNCTION}
      Layers: [!Ref Layer]
      Environment: {Variables: {TABLE: !Ref Table, ARN: !GetAtt Table.Arn, NAMED: !Ref Named, MACHINE: !Ref Machine, ROLE: !GetAtt HelloRole.Arn}}
  Table: {Type: AWS::Serverless::SimpleTable, Properties: {PrimaryKey: {Name: a, Type: Date}}}
  Named: {Type: AWS::Serverless::SimpleTable, Properties: {TableName: pets}}
  Machine: {Type: AWS::Serverless::StateMachine, Properties: {Name: orders}}
  Layer: {Type: AWS::Serverless::LayerVersion, Properties: {ContentUri: layer, RetentionPolicy: Never}}
`);
  const { apis: [api], issues } = importSource(file);
  expect(api?.spec.functions?.['Hello']?.environment).toEqual({
    TABLE: 'Table', ARN: 'arn:aws:dynamodb:us-east-1:123456789012:table/Table', NAMED: 'pets',
    MACHINE: 'arn:aws:states:us-east-1:123456789012:stateMachine:orders', ROLE: 'arn:aws:iam::123456789012:role/HelloRole',
  });
  expect(api?.code.get('Hello')?.layers).toEqual([{ name: 'Layer', directory: path.join(directory, 'layer') }]);
  expect(issues.filter(({ severity }) => severity === 'loss')).toEqual([]);
});

test('an application of the Serverless Application Repository is reported, and the rest is served', () => {
  write('index.js', 'exports.handler = async () => ({ statusCode: 200 });');
  const file = write('template.yaml', `Resources:${FUNCTION}
  App: {Type: AWS::Serverless::Application, Properties: {Location: {ApplicationId: arn:app, SemanticVersion: 1.0.0}}}
`);
  const { apis, issues } = importSource(file);
  expect(apis.map(({ name }) => name)).toEqual(['ServerlessRestApi']);
  expect(issues).toContainEqual(expect.objectContaining({ code: 'IMPORT_VALUE_UNKNOWN', location: 'Resources/App', message: 'its template is not here' }));
});

test('mutual TLS of a custom domain is reported, as clients are not asked for certificates', () => {
  const file = write('template.yaml', `Resources:
  Api:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
      DefinitionBody: {swagger: "2.0", paths: {/a: {get: {x-amazon-apigateway-integration: {type: mock}}}}}
      Domain: {DomainName: api.example, CertificateArn: arn:a, MutualTlsAuthentication: {TruststoreUri: s3://a/b}}
`);
  const { issues } = importSource(file);
  expect(issues).toContainEqual(expect.objectContaining({ code: 'IMPORT_PART_REFUSED', severity: 'loss', message: expect.stringContaining('MutualTlsAuthentication') as string }));
});

describe('Fn::ForEach of AWS::LanguageExtensions, which runs before the transform of SAM', () => {
  const each = (collection: string): string => `
Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]
Parameters: {Kinds: {Type: CommaDelimitedList, Default: 'Cats,Dogs'}, Open: {Type: CommaDelimitedList}}
Resources:
  Fn::ForEach::Functions:
    - Kind
    - ${collection}
    - \${Kind}Function:
        Type: AWS::Serverless::Function
        Properties:
          Handler: index.handler
          Runtime: nodejs20.x
          InlineCode: exports.handler = 1
          Events: {A: {Type: Api, Properties: {Path: !Sub '/\${Kind}', Method: get}}}
`;
  const pathsOf = (text: string, parameters: Record<string, string> = {}): string[] => {
    const { apis } = importSource(write('template.yaml', text), { parameters });
    return apis.flatMap(({ name, spec }) => routesOf(readSpec(spec, name).spec).map(({ method, path: at, target }) => `${method} ${at} ${target}`));
  };
  const BOTH = ['GET /Cats proxy CatsFunction', 'GET /Dogs proxy DogsFunction'];

  test.each([['[Cats, Dogs]'], ['!Ref Kinds']])('makes functions and their routes: %s', (collection) => {
    expect(pathsOf(each(collection))).toEqual(BOTH);
  });

  test('takes given values of parameters', () => {
    expect(pathsOf(each('!Ref Open'), { Open: 'Birds' })).toEqual(['GET /Birds proxy BirdsFunction']);
  });

  test('over a parameter without a value is an error, and not left out', () => {
    expect(() => pathsOf(each('!Ref Open'))).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
  });

  test('is limited', () => {
    const items = `[${Array.from({ length: 20_001 }, (_, index) => `K${index}`).join(', ')}]`;
    expect(() => pathsOf(each(items))).toThrow('its Fn::ForEach make more than 20000 members');
  });
});

test.each([['3.0', '3.0'], ["'3.0.1'", '3.0.1']])('OpenApiVersion: %s, a number in YAML, is a version', (written, version) => {
  const file = write('template.yaml', `Transform: AWS::Serverless-2016-10-31\nGlobals: {Api: {OpenApiVersion: ${written}}}\nResources:${FUNCTION}`);
  const { document, issues } = transformSam(readDocument(file), {});
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(member(document.value, 'Resources', 'ServerlessRestApi', 'Properties', 'Body', 'openapi')).toBe(version);
});

test('reserved concurrency bounds the instances', async () => {
  const file = write('template.yaml', `Transform: AWS::Serverless-2016-10-31
Resources:${FUNCTION.replace('CodeUri: .', "InlineCode: 'exports.handler = async () => 1;'\n      ReservedConcurrentExecutions: 2")}
`);
  const { apis: [api] } = importSource(file);
  expect(api?.spec.functions).toMatchObject({ Hello: { maxInstances: 2 } });
});

const files: Readonly<Record<string, unknown>> = { 'api.yaml': { swagger: '2.0', paths: {} }, 'list.yaml': ['a'] };
const included = (location: unknown, name = 'AWS::Include') => ({ 'Fn::Transform': { Name: name, Parameters: { Location: location } } });
const expand = (value: unknown) => expandIncludes(value, (location) => files[location]);

test.each([
  ['a file takes the place of its include', { Body: included('api.yaml') }, { Body: files['api.yaml'] }],
  ['members beside it win', { Body: { ...included('api.yaml'), swagger: '3' } }, { Body: { swagger: '3', paths: {} } }],
  ['a file may be a list', [included('list.yaml')], [['a']]],
  ['a file that is not here stays', { Body: included('s3://a/b') }, { Body: included('s3://a/b') }],
  ['a location that is computed stays', { Body: included({ Ref: 'A' }) }, { Body: included({ Ref: 'A' }) }],
  ['other transforms stay', { Body: included('api.yaml', 'Mine') }, { Body: included('api.yaml', 'Mine') }],
])('includes: %s', (_, value, expected) => {
  expect(expand(value)).toEqual(expected);
});
