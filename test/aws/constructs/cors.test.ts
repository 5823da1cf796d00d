import { Cors as TheirCors } from 'aws-cdk-lib/aws-apigateway';
import { Duration, MockIntegration, type CorsOptions } from '../../../lib';
import { Api, Cors } from '../../../lib/aws';
import type { GatewaySpecInput } from '../../../lib/spec';
import { newStack } from '../../support/aws-stack';
import { wholeGateway } from '../../support/whole-gateway';

test('the lists are those of aws-cdk-lib', () => {
  expect(Object.fromEntries(Object.entries(Cors))).toEqual(Object.fromEntries(Object.entries(TheirCors)));
});

/** Returns the local response to a preflight of /pets: its status and its CORS headers. */
async function preflight(options: CorsOptions, origin = 'https://a.example') {
  const api = new Api(newStack(), 'Pets', { defaultCorsPreflightOptions: options });
  api.root.addResource('pets').addMethod('GET', new MockIntegration());
  const { status, headers } = await wholeGateway(JSON.parse(api.toJson()) as GatewaySpecInput).send('/prod/pets', {
    method: 'OPTIONS', headers: { 'Origin': origin, 'Access-Control-Request-Method': 'GET' },
  });
  const ofCors = Object.entries(headers).filter(([name]) => /^(access-control-|vary$)/i.test(name));
  return { status, ...Object.fromEntries(ofCors.map(([name, value]) => [name.toLowerCase(), value])) };
}

describe('a preflight is answered here as RestApi has it answered on AWS', () => {
  test('with nothing said about it', async () => {
    expect(await preflight({ allowOrigins: Cors.ALL_ORIGINS })).toEqual({
      'status': 204,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': Cors.DEFAULT_HEADERS.join(','),
      'access-control-allow-methods': 'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD',
    });
  });

  test('with everything', async () => {
    const options = {
      allowOrigins: ['https://a.example'], allowHeaders: ['X-A'], allowMethods: ['GET'], allowCredentials: true, maxAge: Duration.minutes(60),
      exposeHeaders: ['X-B'], statusCode: 200,
    };
    expect(await preflight(options)).toEqual({
      'status': 200,
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-headers': 'X-A',
      'access-control-allow-methods': 'GET',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '3600',
      'access-control-expose-headers': 'X-B',
      'vary': 'Origin',
    });
    expect(await preflight({ allowOrigins: ['https://a.example'], allowMethods: ['ANY'], disableCache: true })).toMatchObject({
      'access-control-allow-methods': 'OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD', 'access-control-max-age': '-1',
    });
  });

  test.each([
    ['https://a.example', 'https://a.example'], ['https://b.example', 'https://b.example'], ['https://evil.example', 'https://a.example'],
  ])('of several origins, %s sees %s', async (origin, allowed) => {
    const answer = await preflight({ allowOrigins: ['https://a.example', 'https://b.example'] }, origin);
    expect(answer).toMatchObject({ 'status': 204, 'access-control-allow-origin': allowed });
  });
});

test('every resource has one, with or without methods, and other responses have no header of CORS', () => {
  const api = new Api(newStack(), 'Pets', { defaultCorsPreflightOptions: { allowOrigins: ['*'] } });
  api.root.resourceForPath('pets/{id}').addMethod('GET', new MockIntegration());
  const { resources } = JSON.parse(api.toJson()) as GatewaySpecInput;
  expect(Object.entries(resources ?? {}).map(([path, { methods = {} }]) => [path, Object.keys(methods)])).toEqual([
    ['/', ['OPTIONS']], ['/pets', ['OPTIONS']], ['/pets/{id}', ['GET', 'OPTIONS']],
  ]);
  expect(JSON.stringify(resources?.['/pets/{id}']?.methods?.GET)).not.toContain('Access-Control');
});

test.each([
  ['CORS_ORIGINS_AMBIGUOUS', { allowOrigins: ['*', 'https://a.example'] }],
  ['CORS_CACHE_AMBIGUOUS', { maxAge: Duration.minutes(60), disableCache: true }],
])('%s', (code, options) => {
  const api = new Api(newStack(), 'Pets', { defaultCorsPreflightOptions: options });
  expect(() => api.toJson()).toThrow(code);
});
