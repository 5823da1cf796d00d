import { App as CdkApp, aws_apigatewayv2 as v2, aws_certificatemanager as acm, Stack } from 'aws-cdk-lib';
import { App, HttpApi, WebSocketApi, WebSocketStage, type DomainMappingOptions } from '../../../lib';
import { HttpApi as AwsHttpApi } from '../../../lib/aws';
import type { ApiBase } from '../../../lib/constructs';

const DOMAIN = { name: 'api.example.com' };

const findings = (api: ApiBase): string[] => api._collect().issues.map(({ code, location, related }) => [code, location, related ?? ''].join(' ').trim());
const withMapping = (domainMapping: DomainMappingOptions): HttpApi => {
  const api = new HttpApi(new App(), 'Shop');
  api.addStage('Dev', { stageName: 'dev', domainMapping });
  return api;
};

test('a stage has the domain that leads to it, with a key of several segments or without', () => {
  const api = new HttpApi(new App(), 'Shop', { defaultDomainMapping: { domainName: DOMAIN } });
  const dev = api.addStage('Dev', { stageName: 'dev', domainMapping: { domainName: DOMAIN, mappingKey: 'v1/orders' } });
  expect(findings(api)).toEqual([]);
  const { stages } = api._readSpec();
  expect(stages.$default?.domainMappings).toEqual([{ domainName: 'api.example.com' }]);
  expect(stages.dev?.domainMappings).toEqual([{ domainName: 'api.example.com', mappingKey: 'v1/orders' }]);
  expect([api.defaultStage?.domainUrl, dev.domainUrl, new HttpApi(new App(), 'B').defaultStage?.domainUrl])
    .toEqual(['https://api.example.com/', 'https://api.example.com/v1/orders', undefined]);
});

test.each(['', '/a', 'a/', 'a//b', 'a b', 'ä', 'a?b', '..', 'a/../b', 'a'.repeat(301)])('MAPPING_KEY_INVALID: %j', (mappingKey) => {
  const api = withMapping({ domainName: DOMAIN, mappingKey });
  expect(findings(api)).toEqual(['MAPPING_KEY_INVALID Shop/Dev']);
});

test.each(['a', 'v1/orders', 'A-b_c.d+e!f*g\'(h)$', 'a'.repeat(300)])('a key may be %j', (mappingKey) => {
  expect(findings(withMapping({ domainName: DOMAIN, mappingKey }))).toEqual([]);
});

test('a key leads to one stage of a domain, whatever the case of its name, in all APIs of an app', () => {
  const app = new App();
  const first = new HttpApi(app, 'First', { defaultDomainMapping: { domainName: DOMAIN, mappingKey: 'a' } });
  const second = new HttpApi(app, 'Second', { defaultDomainMapping: { domainName: { name: 'API.example.com' }, mappingKey: 'a' } });
  new HttpApi(app, 'Third', { defaultDomainMapping: { domainName: DOMAIN, mappingKey: 'A' } });
  expect([findings(first), findings(second)]).toEqual([[], ['DUPLICATE_NAME Second/DefaultStage First/DefaultStage']]);
  new HttpApi(new App(), 'Elsewhere', { defaultDomainMapping: { domainName: DOMAIN, mappingKey: 'a' } })._readSpec();
});

test('DOMAIN_NOT_SHARED: WebSocket APIs share a domain with each other only', () => {
  const app = new App();
  const http = new HttpApi(app, 'Shop', { defaultDomainMapping: { domainName: DOMAIN } });
  const chat = new WebSocketApi(app, 'Chat');
  new WebSocketStage(chat, 'Prod', { webSocketApi: chat, stageName: 'prod', domainMapping: { domainName: DOMAIN, mappingKey: 'chat' } });
  expect([findings(http), findings(chat)]).toEqual([[], ['DOMAIN_NOT_SHARED Chat/Prod Shop/DefaultStage']]);
  new WebSocketStage(chat, 'A', { webSocketApi: chat, stageName: 'a', domainMapping: { domainName: { name: 'ws.example.com' }, mappingKey: 'a' } });
  new WebSocketStage(chat, 'B', { webSocketApi: chat, stageName: 'b', domainMapping: { domainName: { name: 'ws.example.com' } } });
  expect(findings(chat)).toHaveLength(1);
});

test('DEPLOY_OPTIONS_UNUSED: there is no default stage', () => {
  const api = new HttpApi(new App(), 'Shop', { createDefaultStage: false, defaultDomainMapping: { domainName: DOMAIN } });
  expect(findings(api)).toEqual(['DEPLOY_OPTIONS_UNUSED Shop']);
});

test('the name of a domain of the CDK is the one that it was declared with', () => {
  const stack = new Stack(new CdkApp(), 'Stack');
  const certificate = acm.Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:eu-west-1:123456789012:certificate/1');
  const domainName = new v2.DomainName(stack, 'Domain', { domainName: 'api.example.com', certificate });
  const api = new AwsHttpApi(stack, 'Shop', { defaultDomainMapping: { domainName } });
  expect(api._readSpec().stages.$default?.domainMappings).toEqual([{ domainName: 'api.example.com' }]);
});
