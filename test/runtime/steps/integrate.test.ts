import type { CompiledIntegration } from '../../../lib/runtime/exchange';
import { integrate, integrationRequest, integrationResponse, withGatewayHeaders } from '../../../lib/runtime/steps/integrate';
import type { CorsSpec } from '../../../lib/spec';
import { IDS, plan, SILENT_INTEGRATION, validated } from '../../support/exchange';

const CORS: CorsSpec = {
  methods: ['GET'],
  allowOrigins: ['*'],
  allowHeaders: [],
  allowMethods: ['GET'],
  allowCredentials: false,
  exposeHeaders: ['X-A'],
  statusCode: 200,
};
const REPLY = { status: 200, headers: [{ name: 'access-control-allow-origin', value: 'https://own' }], body: Buffer.alloc(0) };

describe('integrate', () => {
  test('request, call and response of the kind follow each other', async () => {
    const integration: CompiledIntegration<string, string> = {
      ...SILENT_INTEGRATION,
      request: () => 'asked',
      call: (request) => Promise.resolve(`${request} answered`),
      response: (response, request) => ({ ...REPLY, body: Buffer.from(`${request}, ${response}`) }),
    };
    const request = validated({ plan: plan({ integration: integration as CompiledIntegration }) });
    const answered = await integrate(await integrationRequest(request));
    expect(String((await integrationResponse(answered)).body)).toBe('asked, asked answered');
  });

  test('a mapped response gets CORS headers and the trace, unless it maps them itself', () => {
    expect(withGatewayHeaders(REPLY, validated({ plan: plan({ cors: CORS }) })).headers).toEqual([
      { name: 'access-control-allow-origin', value: 'https://own' },
      { name: 'Access-Control-Expose-Headers', value: 'X-A' },
      { name: 'X-Amzn-Trace-Id', value: IDS.trace.text },
    ]);
  });

  test('a proxy response gets no CORS headers (base specification, Endpoints, rule 5)', () => {
    const { headers } = withGatewayHeaders({ ...REPLY, headers: [] }, validated({ plan: plan({ cors: CORS, mapsResponses: false }) }));
    expect(headers.map(({ name }) => name)).toEqual(['X-Amzn-Trace-Id']);
  });
});
