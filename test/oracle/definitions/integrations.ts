import { Duration } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import {
  ContentHandling,
  EndpointType,
  HttpIntegration,
  HttpProxyIntegration,
  MappedIntegration,
  MockIntegration,
  PassthroughBehavior,
  ProxyIntegration,
  ResponseTransferMode,
} from '../../../lib';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, petsApi, petsRestApi, type Definition } from './definition';

const URL = 'https://backend.example/pets/{id}';
const REQUEST = { 'integration.request.path.id': 'method.request.querystring.id' };
const READ = { 'method.request.querystring.id': true };

/** The integrations of methods. */
export const INTEGRATIONS: readonly Definition[] = [
  {
    name: 'a function with a time limit and a cache key',
    ours: (stack) => {
      const fn = newFunction(stack);
      const backend = new ProxyIntegration(fn, {
        timeout: Duration.seconds(5),
        cacheKeyParameters: ['method.request.querystring.id'],
        cacheNamespace: 'pets',
      });
      petsApi(stack).root.addMethod('GET', backend, { requestParameters: READ });
    },
    theirs: (stack) => {
      const backend = lambdaIntegration(stack, {
        timeout: Duration.seconds(5),
        cacheKeyParameters: ['method.request.querystring.id'],
        cacheNamespace: 'pets',
      });
      petsRestApi(stack).root.addMethod('GET', backend, { requestParameters: READ });
    },
  },
  {
    name: 'a function with the longest time limit of a regional endpoint',
    ours: (stack) => {
      const backend = new ProxyIntegration(newFunction(stack), { timeout: Duration.seconds(120) });
      petsApi(stack, { endpointType: EndpointType.REGIONAL }).root.addMethod('GET', backend);
    },
    theirs: (stack) => {
      const backend = lambdaIntegration(stack, { timeout: Duration.seconds(120) });
      petsRestApi(stack, { endpointTypes: [theirs.EndpointType.REGIONAL] }).root.addMethod('GET', backend);
    },
  },
  {
    name: 'a function whose response is streamed',
    ours: (stack) => {
      const backend = new ProxyIntegration(newFunction(stack), {
        responseTransferMode: ResponseTransferMode.STREAM,
        timeout: Duration.minutes(10),
      });
      petsApi(stack, { endpointType: EndpointType.REGIONAL }).root.addMethod('GET', backend);
    },
    theirs: (stack) => {
      const backend = lambdaIntegration(stack, { responseTransferMode: theirs.ResponseTransferMode.STREAM, timeout: Duration.minutes(10) });
      petsRestApi(stack, { endpointTypes: [theirs.EndpointType.REGIONAL] }).root.addMethod('GET', backend);
    },
  },
  {
    name: 'a function between templates',
    ours: (stack) => {
      petsApi(stack).root.addMethod(
        'GET',
        new MappedIntegration(newFunction(stack), {
          requestTemplates: { 'application/json': '{"id": "$input.params(\'id\')"}', 'text/plain': '{}' },
          requestParameters: { 'integration.request.header.X-Kind': "'pet'" },
          passthroughBehavior: PassthroughBehavior.NEVER,
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          timeout: Duration.seconds(3),
          integrationResponses: [
            {
              statusCode: '200',
              responseTemplates: { 'application/json': '$input.body' },
              responseParameters: { 'method.response.header.X-Kind': "'pet'" },
            },
            { statusCode: '400', selectionPattern: '.*wrong.*', contentHandling: ContentHandling.CONVERT_TO_BINARY },
          ],
        }),
        { methodResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.X-Kind': true } }, { statusCode: '400' }] },
      );
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        lambdaIntegration(stack, {
          proxy: false,
          requestTemplates: { 'application/json': '{"id": "$input.params(\'id\')"}', 'text/plain': '{}' },
          requestParameters: { 'integration.request.header.X-Kind': "'pet'" },
          passthroughBehavior: theirs.PassthroughBehavior.NEVER,
          contentHandling: theirs.ContentHandling.CONVERT_TO_TEXT,
          timeout: Duration.seconds(3),
          integrationResponses: [
            {
              statusCode: '200',
              responseTemplates: { 'application/json': '$input.body' },
              responseParameters: { 'method.response.header.X-Kind': "'pet'" },
            },
            { statusCode: '400', selectionPattern: '.*wrong.*', contentHandling: theirs.ContentHandling.CONVERT_TO_BINARY },
          ],
        }),
        { methodResponses: [{ statusCode: '200', responseParameters: { 'method.response.header.X-Kind': true } }, { statusCode: '400' }] },
      );
    },
  },
  {
    name: 'responses that are mapped and not declared',
    ours: (stack) => {
      petsApi(stack).root.addMethod(
        'GET',
        new MappedIntegration(newFunction(stack), {
          integrationResponses: [{ statusCode: '201', responseParameters: { 'method.response.header.X-Kind': "'pet'" } }],
        }),
      );
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        lambdaIntegration(stack, {
          proxy: false,
          integrationResponses: [{ statusCode: '201', responseParameters: { 'method.response.header.X-Kind': "'pet'" } }],
        }),
      );
    },
  },
  {
    name: 'no backend, with responses by status',
    ours: (stack) => {
      petsApi(stack).root.addMethod(
        'GET',
        new MockIntegration({
          requestTemplates: { 'application/json': '{"statusCode": 404}' },
          passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES,
          integrationResponses: [
            { statusCode: '200', responseTemplates: { 'application/json': '{}' } },
            { statusCode: '404', selectionPattern: '404' },
          ],
        }),
        { methodResponses: [{ statusCode: '200' }, { statusCode: '404' }] },
      );
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        new theirs.MockIntegration({
          requestTemplates: { 'application/json': '{"statusCode": 404}' },
          passthroughBehavior: theirs.PassthroughBehavior.WHEN_NO_TEMPLATES,
          integrationResponses: [
            { statusCode: '200', responseTemplates: { 'application/json': '{}' } },
            { statusCode: '404', selectionPattern: '404' },
          ],
        }),
        { methodResponses: [{ statusCode: '200' }, { statusCode: '404' }] },
      );
    },
  },
  {
    name: 'no backend, with a cache key and bytes that become text',
    ours: (stack) => {
      petsApi(stack, { binaryMediaTypes: ['*/*'] }).root.addMethod(
        'GET',
        new MockIntegration({
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          passthroughBehavior: PassthroughBehavior.NEVER,
          requestParameters: { 'integration.request.querystring.id': 'method.request.querystring.id' },
          cacheKeyParameters: ['integration.request.querystring.id'],
        }),
        { requestParameters: READ, methodResponses: [{ statusCode: '200' }] },
      );
    },
    theirs: (stack) => {
      petsRestApi(stack, { binaryMediaTypes: ['*/*'] }).root.addMethod(
        'GET',
        new theirs.MockIntegration({
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
          contentHandling: theirs.ContentHandling.CONVERT_TO_TEXT,
          passthroughBehavior: theirs.PassthroughBehavior.NEVER,
          requestParameters: { 'integration.request.querystring.id': 'method.request.querystring.id' },
          cacheKeyParameters: ['integration.request.querystring.id'],
          integrationResponses: [{ statusCode: '200' }],
        }),
        { requestParameters: READ, methodResponses: [{ statusCode: '200' }] },
      );
    },
  },
  {
    name: 'an HTTP backend, passed through',
    ours: (stack) => {
      petsApi(stack).root.addMethod(
        'GET',
        new HttpProxyIntegration(URL, { httpMethod: 'POST', requestParameters: REQUEST, timeout: Duration.seconds(2) }),
        { requestParameters: READ },
      );
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        new theirs.HttpIntegration(URL, { httpMethod: 'POST', options: { requestParameters: REQUEST, timeout: Duration.seconds(2) } }),
        { requestParameters: READ },
      );
    },
  },
  {
    name: 'an HTTP backend with nothing said about it',
    ours: (stack) => {
      petsApi(stack).root.addMethod('DELETE', new HttpProxyIntegration('https://backend.example'));
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod('DELETE', new theirs.HttpIntegration('https://backend.example'));
    },
  },
  {
    name: 'an HTTP backend between templates',
    ours: (stack) => {
      petsApi(stack).root.addMethod(
        'GET',
        new HttpIntegration(URL, {
          httpMethod: 'PUT',
          requestParameters: REQUEST,
          requestTemplates: { 'application/json': '{}' },
          passthroughBehavior: PassthroughBehavior.WHEN_NO_MATCH,
          integrationResponses: [
            { statusCode: '200' },
            { statusCode: '502', selectionPattern: '5\\d{2}', responseTemplates: { 'application/json': '{}' } },
          ],
        }),
        { requestParameters: READ, methodResponses: [{ statusCode: '200' }, { statusCode: '502' }] },
      );
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        new theirs.HttpIntegration(URL, {
          httpMethod: 'PUT',
          proxy: false,
          options: {
            requestParameters: REQUEST,
            requestTemplates: { 'application/json': '{}' },
            passthroughBehavior: theirs.PassthroughBehavior.WHEN_NO_MATCH,
            integrationResponses: [
              { statusCode: '200' },
              { statusCode: '502', selectionPattern: '5\\d{2}', responseTemplates: { 'application/json': '{}' } },
            ],
          },
        }),
        { requestParameters: READ, methodResponses: [{ statusCode: '200' }, { statusCode: '502' }] },
      );
    },
  },
  {
    name: 'an integration by its type',
    ours: (stack) => {
      petsApi(stack).root.addMethod('GET', new HttpProxyIntegration('https://backend.example', { httpMethod: 'GET' }));
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        new theirs.Integration({
          type: theirs.IntegrationType.HTTP_PROXY,
          integrationHttpMethod: 'GET',
          uri: 'https://backend.example',
          options: {},
        }),
      );
    },
  },
];
