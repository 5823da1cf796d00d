import { importFiles } from '../support/imported';

/*
 * Sources in the manner of published samples, with the route table that their reader expects: `GET /pets NONE AWS_PROXY Function`.
 */

const NODE = { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({ statusCode: 200 });' } };
const INVOKE = 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${F.Arn}/invocations';
const proxied = { responses: {}, 'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: { 'Fn::Sub': INVOKE } } };
const document = { openapi: '3.0.1', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get: proxied } } };

const SAMPLES: readonly (readonly [string, Readonly<Record<string, string | object>>, readonly string[]])[] = [
  ['loops in loops, over a mapping, with a default', {
    'template.yaml': `
Transform: AWS::LanguageExtensions
Mappings: {Parts: {pets: {all: [food, toys]}}}
Resources:
  Api: {Type: AWS::ApiGateway::RestApi, Properties: {Name: loops}}
  Fn::ForEach::Pets:
    - Pet
    - [cats, dogs]
    - R\${Pet}: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref Api, ParentId: !GetAtt Api.RootResourceId, PathPart: !Ref Pet}}
      Fn::ForEach::Parts:
        - Part
        - !FindInMap [Parts, pets, all]
        - R\${Pet}\${Part}: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref Api, ParentId: {Ref: !Sub 'R\${Pet}'}, PathPart: !Ref Part}}
          M\${Pet}\${Part}: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref Api, ResourceId: {Ref: !Sub 'R\${Pet}\${Part}'}, HttpMethod: !FindInMap [Verbs, a, b, {DefaultValue: POST}], AuthorizationType: AWS_IAM, Integration: {Type: MOCK}}}
`,
  }, ['POST /cats/food AWS_IAM MOCK', 'POST /cats/toys AWS_IAM MOCK', 'POST /dogs/food AWS_IAM MOCK', 'POST /dogs/toys AWS_IAM MOCK']],
  ['a document as text, with the function by Fn::Sub', {
    'template.json': { Resources: {
      F: { Type: 'AWS::Lambda::Function', Properties: NODE },
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { 'Fn::Sub': JSON.stringify({ ...document, paths: { '/pets': { get: { responses: {}, 'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: INVOKE } } } } }) } } },
    } },
  }, ['GET /pets NONE AWS_PROXY F']],
  ['a document of SAM in a file, whose functions nothing has resolved', {
    'template.json': { Transform: 'AWS::Serverless-2016-10-31', Resources: {
      F: { Type: 'AWS::Serverless::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', InlineCode: 'x' } },
      Api: { Type: 'AWS::Serverless::Api', Properties: { StageName: 'dev', OpenApiVersion: '3.0.1', DefinitionUri: 'api.json' } },
    } },
    'api.json': document,
  }, ['GET /pets NONE AWS_PROXY F']],
  ['routes in a nested stack, of a function in another', {
    'main.yaml': `
Resources:
  Functions: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: ./functions.yaml}}
  Routes: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: routes.yaml, Parameters: {Api: !Ref Api, Root: !GetAtt Api.RootResourceId, Arn: !GetAtt Functions.Outputs.Arn}}}
  Api: {Type: AWS::ApiGateway::RestApi, Properties: {Name: nested}}
`,
    'functions.yaml': `
Resources: {Pets: {Type: AWS::Lambda::Function, Properties: {Runtime: nodejs22.x, Handler: index.handler, Code: {ZipFile: x}}}}
Outputs: {Arn: {Value: !GetAtt Pets.Arn}}
`,
    'routes.yaml': `
Parameters: {Api: {Type: String}, Root: {Type: String}, Arn: {Type: String}}
Resources:
  Any: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref Api, ParentId: !Ref Root, PathPart: '{proxy+}'}}
  M: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref Api, ResourceId: !Ref Any, HttpMethod: any, AuthorizationType: none, Integration: {Type: aws_proxy, IntegrationHttpMethod: POST, Uri: !Sub 'arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${Arn}/invocations'}}}
`,
  }, ['ANY /{proxy+} NONE AWS_PROXY Pets']],
  ['a name that the parameter gives the function, an alias of it, parts of a list as paths', {
    'template.yaml': `
Parameters: {Name: {Type: String, Default: pets-fn}, Paths: {Type: CommaDelimitedList, Default: 'a, b'}}
Resources:
  Api: {Type: AWS::ApiGateway::RestApi, Properties: {Name: !Sub '\${AWS::StackName}-api'}}
  F: {Type: AWS::Lambda::Function, Properties: {FunctionName: !Ref Name, Runtime: nodejs18.x, Handler: index.handler, Code: {ZipFile: x}}}
  R: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref Api, ParentId: !GetAtt [Api, RootResourceId], PathPart: !Select [1, !Ref Paths]}}
  One: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref Api, ResourceId: !Ref R, HttpMethod: GET, AuthorizationType: NONE, Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: !Join ['', ['arn:aws:apigateway:', !Ref 'AWS::Region', ':lambda:path/2015-03-31/functions/arn:aws:lambda:', !Ref 'AWS::Region', ':', !Ref 'AWS::AccountId', ':function:', !Ref Name, /invocations]]}}}
  Two: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref Api, ResourceId: !Ref R, HttpMethod: PUT, Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: !Sub 'arn:aws:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/arn:aws:lambda:\${AWS::Region}:\${AWS::AccountId}:function:\${F}:live/invocations'}}}
`,
  }, ['GET /b NONE AWS_PROXY F', 'PUT /b NONE AWS_PROXY F']],
];

test.each(SAMPLES)('%s', (_, files, routes) => {
  const result = importFiles(files);
  expect(result.routes).toEqual(routes);
  const methods = result.specs.flatMap((spec) => Object.values(spec.resources).flatMap((resource) => Object.values(resource.methods)));
  expect(methods.map(({ integration }) => integration.type)).not.toContain('unavailable');
});
