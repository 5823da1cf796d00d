import { answerPreflight, compilePreflight, corsResponseHeaders } from '../../../lib/runtime/steps/preflight';
import { defaultAllowHeaders, defaultAllowMethods, type CorsSpec } from '../../../lib/spec';

describe('preflight (base specification, Endpoints, rules 2 to 4)', () => {
  const cors = (given: Partial<CorsSpec> = {}): CorsSpec => ({
    methods: ['POST'], allowOrigins: ['*'], allowHeaders: defaultAllowHeaders('amz'), allowMethods: defaultAllowMethods(['POST']), allowCredentials: false, exposeHeaders: [], statusCode: 200, ...given,
  });
  const preflight = (given: Partial<CorsSpec>, origin = 'https://a.example') => {
    const reply = answerPreflight(compilePreflight('/x', cors(given)), [{ name: 'Origin', value: origin }]);
    return { status: reply.status, body: reply.body.length, ...Object.fromEntries(reply.headers.map(({ name, value }) => [name, value])) };
  };

  test('answers 200 with the defaults and no body', () => {
    expect(preflight({})).toEqual({
      'status': 200, 'body': 0, 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'POST,OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type,X-Amz-Date,Authorization,X-Api-Key,Cache-Control,X-Requested-With',
    });
  });

  test('one origin is sent whoever asks; of several the one that asks, with Vary', () => {
    expect(preflight({ allowOrigins: ['https://b.example'] })).toMatchObject({ 'Access-Control-Allow-Origin': 'https://b.example' });
    const several = { allowOrigins: ['https://b.example', 'https://a.example'] };
    expect(preflight(several)).toMatchObject({ 'Access-Control-Allow-Origin': 'https://a.example', 'Vary': 'Origin' });
    expect(preflight(several, 'https://a.example.evil')).toMatchObject({ 'Access-Control-Allow-Origin': 'https://b.example', 'Vary': 'Origin' });
  });

  test('credentials, age and exposed headers', () => {
    expect(preflight({ allowOrigins: ['https://b.example'], allowCredentials: true, maxAgeSeconds: 60 })).toMatchObject({ 'Access-Control-Allow-Credentials': 'true', 'Access-Control-Max-Age': '60' });
    expect(corsResponseHeaders(cors({ exposeHeaders: ['X-A'] }), []).map(({ name }) => name)).toEqual(['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']);
  });

  test('ANY stands for the methods that it serves', () => {
    expect(defaultAllowMethods(['ANY']).join(',')).toBe('DELETE,GET,HEAD,PATCH,POST,PUT,OPTIONS');
  });
});
