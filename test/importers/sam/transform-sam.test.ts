import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocument } from '../../../lib/importers/document/read-document';
import { importSource } from '../../../lib/importers';
import { transformSam } from '../../../lib/importers/sam';
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
  Child: {Type: AWS::Serverless::Application, Properties: {Location: child.yaml}}
  Hello:
    Type: AWS::Serverless::Function
    Properties:
      Handler: index.handler
      Runtime: nodejs20.x
      CodeUri: .
      Events: {A: {Type: Api, Properties: {Path: /hello, Method: get}}}
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
