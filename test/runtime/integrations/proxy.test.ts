import { GatewayError } from '../../../lib/errors';
import { NO_AWS_SERVICES, type CompileContext } from '../../../lib/runtime/integrations/compile-context';
import { compileProxy } from '../../../lib/runtime/integrations/proxy';
import { replyOf } from '../../../lib/runtime/http/reply';
import type { FunctionVersion, Invocation, InvocationOutcome } from '../../../lib/runtime/ports';
import type { ProxyIntegrationSpec } from '../../../lib/spec';
import { ports, received, stage, validated } from '../../support/exchange';
import { called, integrationOf } from '../../support/integrations';
import { noSandbox } from '../../support/sandbox';

const VERSION: FunctionVersion = {
  name: 'fn',
  key: 'k',
  codeDirectory: '/code',
  handler: 'index.handler',
  memoryMiB: 128,
  timeoutMs: 3000,
  environment: {},
  concurrency: 1,
  maxInstances: 10,
  retryAttempts: 2,
};

interface Given {
  readonly spec?: Partial<ProxyIntegrationSpec>;
  readonly variables?: Record<string, string>;
  readonly body?: Buffer;
}

async function call(outcome: InvocationOutcome, given: Given = {}) {
  const calls: { version: FunctionVersion; call: Invocation }[] = [];
  const served = stage({ variables: given.variables ?? {}, functionVersion: (name) => (name === 'fn' ? VERSION : undefined) });
  const engine: CompileContext['engine'] = {
    invoke: (version, invocation) => {
      calls.push({ version, call: invocation });
      return Promise.resolve(outcome);
    },
    invokeAsync: () => Promise.resolve(),
    retain: () => undefined,
    close: () => Promise.resolve(),
  };
  const http: CompileContext['http'] = () => Promise.reject(new Error('not used'));
  const context: CompileContext = {
    stage: served, location: 'Test/ GET', methodResponses: {}, resourceId: 'res123', resourcePath: '/{proxy+}', engine, http, services: NO_AWS_SERVICES, vpcLinks: {}, ports: ports(),
    run: noSandbox,
  };
  const compiled = compileProxy(integrationOf('proxy', given.spec ?? {}), context);
  const request = validated({ stage: served, received: received({ body: given.body ?? Buffer.alloc(0) }) });
  const prepared = await compiled.request(request);
  const reply = replyOf(await compiled.response(await called(compiled, prepared, request), prepared, request));
  return { reply, calls };
}

async function codeOf(...given: Parameters<typeof call>): Promise<string> {
  try {
    await call(...given);
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return error.code;
    throw error;
  }
  return 'passed';
}

const OK: InvocationOutcome = { type: 'result', payload: '{"statusCode":201,"headers":{"Server":"x"},"body":"b"}' };

describe('function proxy', () => {
  test('hands the whole event over and returns what the function says', async () => {
    const { reply, calls } = await call(OK);
    expect(JSON.parse(calls[0]?.call.payload ?? '')).toMatchObject({ httpMethod: 'GET', requestContext: { apiId: 'api123' } });
    expect([reply.status, reply.body.toString()]).toEqual([201, 'b']);
  });

  test('headers of the connection are renamed', async () => {
    const { reply } = await call(OK);
    expect(reply.headers).toContainEqual({ name: 'x-amzn-Remapped-Server', value: 'x' });
  });

  test('waits for its own time limit; that of the function is the engine\'s', async () => {
    expect((await call(OK)).calls[0]?.call.timeoutMs).toBe(29_000);
    expect((await call(OK, { spec: { timeoutMs: 50 } })).calls[0]?.call.timeoutMs).toBe(50);
  });

  test('a stage variable names the function', async () => {
    const spec = { function: '${stageVariables.name}' };
    expect(await codeOf(OK, { spec, variables: { name: 'fn' } })).toBe('passed');
    expect(await codeOf(OK, { spec, variables: {} })).toBe('FUNCTION_UNRESOLVED');
  });

  test.each<[string, InvocationOutcome]>([
    ['FUNCTION_ERROR', { type: 'function-error', payload: '{}', errorMessage: 'no' }],
    ['FUNCTION_TIMEOUT', { type: 'timeout', timeoutMs: 1, limit: 'function' }],
    ['INTEGRATION_TIMEOUT', { type: 'timeout', timeoutMs: 1, limit: 'caller' }],
    ['FUNCTION_CRASHED', { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'exit 1' }],
    ['FUNCTION_OUT_OF_MEMORY', { type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY', reason: 'rss' }],
    ['FUNCTION_THROTTLED', { type: 'throttled' }],
    ['RESULT_MALFORMED', { type: 'result', payload: 'null' }],
  ])('%s', async (code, outcome) => {
    expect(await codeOf(outcome)).toBe(code);
  });

  test('INTEGRATION_METHOD_NOT_POST (recorded: test_lambda_aws_proxy_integration_non_post_method)', async () => {
    expect(await codeOf(OK, { spec: { httpMethod: 'GET' } })).toBe('INTEGRATION_METHOD_NOT_POST');
  });

  test('INTEGRATION_HEADER_ILLEGAL: mappings are ignored unless they name a header that may not be mapped', async () => {
    const mapping = (name: string) => ({ spec: { requestParameters: { [`integration.request.header.${name}`]: '\'x\'' } } });
    expect(await codeOf(OK, mapping('X-Custom'))).toBe('passed');
    expect(await codeOf(OK, mapping('Authorization'))).toBe('INTEGRATION_HEADER_ILLEGAL');
    expect(await codeOf(OK, mapping('content-length'))).toBe('INTEGRATION_HEADER_ILLEGAL');
  });

  test('REQUEST_TOO_LARGE: an event above 6 MB', async () => {
    expect(await codeOf(OK, { body: Buffer.alloc(6_291_556, 'a') })).toBe('REQUEST_TOO_LARGE');
    expect(await codeOf(OK, { body: Buffer.alloc(6_280_000, 'a') })).toBe('passed');
  });
});
