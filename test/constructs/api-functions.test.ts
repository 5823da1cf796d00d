import { Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Api, MappedIntegration, ProxyFunction, ProxyIntegration, TokenAuthorizer } from '../../lib/constructs';
import { functionsOf, uncallableIn } from '../../lib/constructs/api-functions';
import { declare } from '../support/declaration';

const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:fn';

test('the functions of an API are those of methods, of authorizers, those that are named, and where their events go, each once', () => {
  const { root, api, fn } = declare();
  const [decides, named] = ['Decides', 'Named'].map((id) => new ProxyFunction(root, id, { entry: `${id}.ts`, functionName: id }));
  const authorizer = new TokenAuthorizer(root, 'Auth', { handler: decides ?? fn });
  api.root.addMethod('GET', fn, { authorizer });
  api.root.addMethod('PUT', new MappedIntegration(fn));
  api.root.addMethod('POST', ProxyFunction.fromFunctionName('Named'));
  new ProxyFunction(root, 'Unused', { entry: 'unused.ts' });
  expect(functionsOf(api)).toEqual([fn, decides, named]);
  expect(uncallableIn(api)).toEqual([]);
});

test('a function of aws-cdk-lib is named after its construct; an API that is in no stack cannot call it (PROPERTY_TYPE_INVALID)', () => {
  const stack = new Stack(undefined, 'Shop');
  const api = new Api(stack, 'Pets');
  const existing = lambda.Function.fromFunctionArn(stack, 'Fn', ARN);
  api.root.addMethod('GET', new ProxyIntegration(existing), { authorizer: new TokenAuthorizer(stack, 'Auth', { handler: existing }) });
  expect(uncallableIn(api)).toMatchObject([{ code: 'PROPERTY_TYPE_INVALID', location: 'Shop/Fn' }]);
  expect(api._collect().input.resources).toMatchObject({ '/': { methods: { GET: { integration: { function: 'Shop-Fn' } } } } });
  expect(functionsOf(api)).toEqual([]);
});
