import { App, Stack, aws_dynamodb as dynamodb } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MockIntegration, ProxyIntegration } from '../../../lib';
import { Api, TemplateFormat } from '../../../lib/aws';
import { serve } from '../../../lib/runtime';
import { lowerForApiGateway } from '../../../lib/aws/lower';
import { openIssuer } from '../../support/authorizers';
import { newFunction, resourcesOf, resourcesOfType, type TemplateResource } from '../../support/aws-stack';
import { sendRequest } from '../../support/http-client';
import { newDirectory } from '../../support/temporary-directory';

const answer = () => new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '$context.authorizer.claims.sub' } }],
});

function guarded(issuer: string, templateFormat = TemplateFormat.RESOURCES) {
  const app = new App({ outdir: path.join(newDirectory(), 'cdk.out') });
  const stack = new Stack(app, 'Shop');
  const api = new Api(stack, 'Pets', { templateFormat });
  const authorizer = api.addJwtAuthorizer('Jwt', { issuer, audience: ['pets'] });
  api.root.addMethod('GET', answer(), { authorizer });
  api.root.addResource('scoped').addMethod('GET', answer(), { authorizer, authorizationScopes: ['read'] });
  return { app, stack, api };
}

const functionsOf = (stack: Stack): TemplateResource[] =>
  Object.values(resourcesOf(stack)).filter(({ Type, Properties }) => Type === 'AWS::Lambda::Function' && JSON.stringify(Properties).includes('SYNTHGATE_JWT'));

test('JSON Web Tokens are taken by a REQUEST authorizer that remembers nothing, and may be invoked as such only', () => {
  const { stack } = guarded('https://id.example.com');
  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
    Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0, IdentitySource: 'method.request.header.Authorization',
    AuthorizerUri: { 'Fn::Join': ['', Match.arrayWith([{ 'Fn::GetAtt': [Match.stringLikeRegexp('^PetsFunction'), 'Arn'] }])] },
  });
  template.allResourcesProperties('AWS::ApiGateway::Method', { AuthorizationType: 'CUSTOM' });
  expect(functionsOf(stack)).toMatchObject([{ Properties: { Runtime: 'nodejs24.x', Handler: 'index.handler', Timeout: 10, MemorySize: 256 } }]);
  const permissions = resourcesOfType(stack, 'AWS::Lambda::Permission').map(({ Properties }) => JSON.stringify(Properties.SourceArn));
  expect(permissions).toEqual([expect.stringContaining('/authorizers/')]);
});

test('the document says the same', () => {
  const { stack } = guarded('https://id.example.com', TemplateFormat.OPENAPI_BODY);
  const { securityDefinitions, components } = resourcesOfType(stack, 'RestApi')[0].Properties.Body as Record<string, unknown>;
  expect(JSON.stringify(securityDefinitions ?? components)).toMatch(/"type":"request".*"authorizerResultTtlInSeconds":0/);
});

test('an issuer that only the deployment knows reaches the function as a reference', () => {
  const { stack, api } = guarded('https://id.example.com');
  const table = new dynamodb.Table(stack, 'Table', { partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING } });
  const authorizer = api.addJwtAuthorizer('Other', { issuer: `https://${table.tableName}.example.com`, audience: ['pets'] });
  api.root.addMethod('PUT', new ProxyIntegration(newFunction(stack)), { authorizer });
  const settings = functionsOf(stack).map(({ Properties }) => JSON.stringify(Properties.Environment));
  expect(settings).toContainEqual(expect.stringMatching(/"Fn::Join".*https:\/\/.*\{"Ref":"Table/));
});

test('the program that is deployed decides, in a process of its own', async () => {
  const issuer = await openIssuer();
  const { app, stack, api } = guarded(issuer.url);
  const directory = app.synth().directory;
  const [{ Properties }] = functionsOf(stack);
  const { spec } = lowerForApiGateway(JSON.parse(api.toJson()) as Parameters<typeof lowerForApiGateway>[0]);
  const source = path.join(newDirectory(), 'gateway.out');
  mkdirSync(path.join(source, 'assets', 'authorizer'), { recursive: true });
  const asset = path.join(directory, `asset.${String((Properties.Code as { S3Key: string }).S3Key).replace('.zip', '')}`);
  for (const file of ['index.js', 'methods.json', 'package.json']) {
    writeFileSync(path.join(source, 'assets', 'authorizer', file), readFileSync(path.join(asset, file)));
  }
  writeFileSync(path.join(source, 'Pets.gateway.json'), JSON.stringify(spec));
  const code = { asset: 'assets/authorizer', digest: 'a'.repeat(64), handler: 'index.handler' };
  writeFileSync(path.join(source, 'code.json'), JSON.stringify({ functions: { 'synthgate-jwt-Shop-Pets-Jwt': code } }));
  const serving = await serve({ source: path.join(source, 'Pets.gateway.json'), stateDirectory: newDirectory(), port: 0, watch: false });
  try {
    const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 600 };
    const statusWith = async (claims: object, at: string) => {
      const headers = { Authorization: await issuer.token({ ...times, ...claims }) };
      const { status, text } = await sendRequest(`${serving.apis[0].url}/prod${at}`, { headers });
      return status === 200 ? text : status;
    };
    expect(await statusWith({}, '/')).toBe('user-1');
    expect(await statusWith({ aud: 'other' }, '/')).toBe(401);
    expect(await statusWith({}, '/scoped')).toBe(401);
    expect(await statusWith({ scope: 'read' }, '/scoped')).toBe('user-1');
  } finally {
    await serving.close();
    await issuer.close();
  }
});
