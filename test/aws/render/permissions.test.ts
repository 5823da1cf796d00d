import { Template } from 'aws-cdk-lib/assertions';
import { Api } from '../../../lib/aws';
import {
  HttpIntegration, HttpProxyIntegration, MappedIntegration, MockIntegration, ProxyIntegration, RequestAuthorizer, ServiceIntegration,
  TokenAuthorizer, type Integration,
} from '../../../lib/constructs';
import { describeIntegration, methodsOf, readSpecText, type IntegrationKind } from '../../../lib/spec';
import { newFunction, newStack } from '../../support/aws-stack';

type Make = (stack: ReturnType<typeof newStack>) => Integration;

const answers = { integrationResponses: [{ statusCode: '200' }] };
/** One integration of each kind; a kind that is missing here does not compile. */
const KINDS: Readonly<Record<Exclude<IntegrationKind, 'service-proxy' | 'unavailable'>, Make>> = {
  'proxy': (stack) => new ProxyIntegration(newFunction(stack, 'Called')),
  'mapped': (stack) => new MappedIntegration(newFunction(stack, 'Called'), answers),
  'mock': () => new MockIntegration(answers),
  'http': () => new HttpIntegration('https://b.test', answers),
  'http-proxy': () => new HttpProxyIntegration('https://b.test'),
  'service': () => new ServiceIntegration({ ...answers, service: 'sqs', path: 'q' }),
};

test.each(Object.entries(KINDS))('an integration of the kind %s is permitted to invoke exactly the functions that it says it calls', (kind, make) => {
  const stack = newStack('Shop');
  const api = new Api(stack, 'Pets');
  api.root.addMethod('GET', make(stack), { methodResponses: [{ statusCode: '200' }] });
  const [method] = methodsOf(readSpecText(api.toJson(), 'Pets').spec);
  expect(method?.method.integration.type).toBe(kind);
  const called = method === undefined ? [] : describeIntegration(method.method.integration).functions;
  expect(Object.keys(Template.fromStack(stack).findResources('AWS::Lambda::Permission'))).toHaveLength(called.length * 2); // the stage and the console
});

test.each([
  ['token', (stack: ReturnType<typeof newStack>) => new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Called') })],
  ['request', (stack: ReturnType<typeof newStack>) => new RequestAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Called'), identitySources: ['method.request.header.A'] })],
])('an authorizer of the kind %s is permitted to invoke its function', (_, make) => {
  const stack = newStack('Shop');
  const api = new Api(stack, 'Pets');
  api.root.addMethod('GET', new MockIntegration(answers), { authorizer: make(stack), methodResponses: [{ statusCode: '200' }] });
  expect(Object.keys(Template.fromStack(stack).findResources('AWS::Lambda::Permission'))).toHaveLength(1);
});
