import { MappedIntegration, HttpProxyIntegration } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

test('what an integration maps is declared by itself, and merged with what was declared', () => {
  const { api, fn } = declare();
  const integrationResponses = [
    { statusCode: '200', responseParameters: { 'method.response.header.Cache-Control': "'no-store'" } },
    { statusCode: '404', selectionPattern: '.*not found.*' },
  ];
  api.root.addMethod('GET', new MappedIntegration(fn, { integrationResponses }), {
    methodResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.Cache-Control': false, 'method.response.header.X-B': true } }],
  });
  expect(findingsOf(api)).toEqual([]);
  expect(specOf(api).resources['/']?.methods.GET?.methodResponses).toMatchObject({
    200: { responseParameters: { 'method.response.header.Cache-Control': false, 'method.response.header.X-B': true } },
    404: { responseParameters: {} },
  });
});

test('what an integration reads is declared by itself', () => {
  const { api } = declare();
  const requestParameters = {
    'integration.request.path.id': 'method.request.path.id',
    'integration.request.header.X-A': 'method.request.multivalueheader.X-A',
    'integration.request.querystring.b': 'method.request.querystring.b',
    'integration.request.header.X-C': "'constant'",
    'integration.request.header.X-D': 'method.request.body.name',
  };
  api.root.resourceForPath('{id}').addMethod('GET', new HttpProxyIntegration('https://backend.test/{id}', { requestParameters }), {
    requestParameters: { 'method.request.querystring.b': true },
  });
  expect(specOf(api).resources['/{id}']?.methods.GET?.requestParameters).toEqual({
    'method.request.header.X-A': false, 'method.request.path.id': true, 'method.request.querystring.b': true,
  });
});
