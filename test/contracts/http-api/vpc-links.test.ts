import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { newProject } from '../../support/project';

/*
 * Backends behind VPC links, at the local addresses that the options give.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html
 */

const route = (key: string, integration: string) => ({ Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'Shop' }, RouteKey: key, Target: `integrations/\${${integration}}` } });
const privately = (members: object) => ({ Type: 'AWS::ApiGatewayV2::Integration', Properties: {
  ApiId: { Ref: 'Shop' }, IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'ANY', ConnectionType: 'VPC_LINK', ConnectionId: { Ref: 'Link' }, PayloadFormatVersion: '1.0',
  IntegrationUri: { Ref: 'Listener' }, ...members,
} });
const method = (ResourceId: unknown, Integration: object) => ({ Type: 'AWS::ApiGateway::Method', Properties: {
  RestApiId: { Ref: 'Old' }, ResourceId, HttpMethod: 'GET', AuthorizationType: 'NONE', MethodResponses: [{ StatusCode: '200' }],
  Integration: { IntegrationHttpMethod: 'GET', ConnectionType: 'VPC_LINK', ConnectionId: { Ref: 'OldLink' }, ...Integration },
} });
const withTarget = (resource: ReturnType<typeof route>) => ({ ...resource, Properties: { ...resource.Properties, Target: { 'Fn::Sub': resource.Properties.Target } } });

const chatRoute = (key: string, type: 'HTTP' | 'HTTP_PROXY') => ({
  [`${key}Route`]: { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'Chat' }, RouteKey: key, Target: { 'Fn::Sub': `integrations/\${${key}Target}` } } },
  [`${key}Answer`]: { Type: 'AWS::ApiGatewayV2::RouteResponse', Properties: { ApiId: { Ref: 'Chat' }, RouteId: { Ref: `${key}Route` }, RouteResponseKey: '$default' } },
  [`${key}Target`]: { Type: 'AWS::ApiGatewayV2::Integration', Properties: {
    ApiId: { Ref: 'Chat' }, IntegrationType: type, IntegrationMethod: 'POST', IntegrationUri: `http://chat.internal/${key}`, ConnectionType: 'VPC_LINK', ConnectionId: { Ref: 'OldLink' },
  } },
  ...(type === 'HTTP' ? { [`${key}Mapped`]: { Type: 'AWS::ApiGatewayV2::IntegrationResponse', Properties: { ApiId: { Ref: 'Chat' }, IntegrationId: { Ref: `${key}Target` }, IntegrationResponseKey: '$default' } } } : {}),
});

const RESOURCES = {
  Chat: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' } },
  ChatStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Chat' }, StageName: 'prod', AutoDeploy: true } },
  ...chatRoute('say', 'HTTP_PROXY'), ...chatRoute('map', 'HTTP'),
  Link: { Type: 'AWS::ApiGatewayV2::VpcLink', Properties: { Name: 'link', SubnetIds: ['subnet-1'] } },
  Listener: { Type: 'AWS::ElasticLoadBalancingV2::Listener', Properties: {} },
  Shop: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Shop', ProtocolType: 'HTTP' } },
  Default: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Shop' }, StageName: '$default', AutoDeploy: true } },
  Dev: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Shop' }, StageName: 'dev', AutoDeploy: true } },
  Whole: privately({}), Moved: privately({ RequestParameters: { 'overwrite:path': '$request.path' } }), Secret: privately({ TlsConfig: { ServerNameToVerify: 'pets.internal' } }),
  Elsewhere: privately({ ConnectionId: 'abc123' }),
  GetPets: withTarget(route('ANY /pets/{proxy+}', 'Whole')), GetMoved: withTarget(route('GET /moved', 'Moved')), GetSecret: withTarget(route('GET /secret', 'Secret')),
  GetElsewhere: withTarget(route('GET /elsewhere', 'Elsewhere')),
  OldLink: { Type: 'AWS::ApiGateway::VpcLink', Properties: { Name: 'old', TargetArns: ['arn:aws:elasticloadbalancing:eu-west-1:1:loadbalancer/net/a/1'] } },
  Old: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Old' } },
  Proxied: method({ 'Fn::GetAtt': ['Old', 'RootResourceId'] }, { Type: 'HTTP_PROXY', Uri: 'http://pets.internal:8080/all' }),
  MappedPath: { Type: 'AWS::ApiGateway::Resource', Properties: { RestApiId: { Ref: 'Old' }, ParentId: { 'Fn::GetAtt': ['Old', 'RootResourceId'] }, PathPart: 'mapped' } },
  Mapped: method({ Ref: 'MappedPath' }, { Type: 'HTTP', Uri: 'https://pets.internal/mapped', IntegrationResponses: [{ StatusCode: '200' }] }),
  Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'Old' }, StageName: 'prod' } },
};

let backend: Server;
let address: string;
let gateway: TestGateway;
let seen: Pick<IncomingMessage, 'url' | 'headers'> | undefined;

const source = (): string => newProject({ 'template.json': JSON.stringify({ Resources: RESOURCES }) }).file('template.json');

beforeAll(async () => {
  backend = createServer(({ url, headers }, response) => {
    seen = { url, headers };
    response.end('{}');
  });
  await new Promise<void>((resolve) => { backend.listen(0, '127.0.0.1', resolve); });
  address = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`; // it listens on TCP
  gateway = await createTestGateway(source(), { vpcLinks: { Link: address, OldLink: `${address}/` } });
});
afterAll(async () => {
  await gateway.close();
  backend.close();
});

const call = async (api: string, path: string): Promise<Response> => {
  seen = undefined;
  return fetch(`${gateway.apis.find(({ name }) => name === api)?.url ?? ''}${path}`);
};

test.each([
  ['the path of the request', '/pets/a%20b/c?x=1&x=2', '/pets/a%20b/c?x=1&x=2'],
  ['the path with the stage', '/dev/pets/7', '/dev/pets/7'],
  ['the path of a mapping', '/dev/moved?y=1', '/moved?y=1'],
])('a backend of an HTTP API gets %s', async (_, path, expected) => {
  expect((await call('Shop', path)).status).toBe(200);
  expect(seen?.url).toBe(expected);
  expect(seen?.headers.host).toBe(new URL(address).host);
});

test('a server name is the host that the backend is told', async () => {
  expect((await call('Shop', '/secret')).status).toBe(200);
  expect(seen?.headers.host).toBe('pets.internal');
});

test.each([
  ['a proxy integration', '/prod', '/all', 'pets.internal:8080'], ['a mapped integration', '/prod/mapped', '/mapped', 'pets.internal'],
])('a backend of a REST API is told the host of its own address: %s', async (_, path, url, host) => {
  expect((await call('Old', path)).status).toBe(200);
  expect([seen?.url, seen?.headers.host]).toEqual([url, host]);
});

test.each(['say', 'map'])('a message of a WebSocket API reaches the backend behind a link: %s', async (action) => {
  const client = await gateway.connect('/prod');
  client.send({ action });
  expect(await client.next()).toBe('{}');
  expect([seen?.url, seen?.headers.host]).toEqual([`/${action}`, 'chat.internal']);
  client.close();
});

test('without an address, calls get 501, and the log names the option', async () => {
  expect((await call('Shop', '/elsewhere')).status).toBe(501);
  expect(seen).toBeUndefined();
  expect(gateway.logs.filter(({ code }) => code === 'VPC_LINK_ADDRESS_MISSING').map(({ message, fields }) => `${message} ${JSON.stringify(fields)}`)).toEqual([
    expect.stringMatching(/^methods whose backends are behind VPC links answer 501: abc123 \(Shop\/elsewhere GET\)\. .*--vpc-link abc123=http/),
    expect.stringContaining('the backend behind the VPC link abc123 is not called'),
  ]);
});

test.each<[string, Record<string, string>, object]>([
  ['a link that the source does not have', { Lnik: 'http://127.0.0.1:1' }, { code: 'VPC_LINK_UNKNOWN', message: expect.stringMatching(/no method is behind the VPC link Lnik; links of the source: Link, OldLink, abc123$/) }],
  ['an address with a path', { Link: 'http://127.0.0.1:1/pets' }, { code: 'OPTION_INVALID' }],
  ['an address without a scheme', { Link: '127.0.0.1:1' }, { code: 'OPTION_INVALID' }],
  ['no port', { Link: 'http://127.0.0.1:99999' }, { code: 'OPTION_INVALID' }],
])('%s is refused at the start', async (_, vpcLinks, expected) => {
  await expect(createTestGateway(source(), { vpcLinks })).rejects.toMatchObject(expected);
});
