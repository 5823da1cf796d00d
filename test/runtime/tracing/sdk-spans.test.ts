import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as api from '@opentelemetry/api';
import {
  AlwaysOffSampler, AlwaysOnSampler, BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan, type Sampler,
} from '@opentelemetry/sdk-trace-base';
import { Api, App } from 'synthgate';
import { createTestGateway, FunctionFault, type TestGateway } from 'synthgate/testing';
import { sdkSpans } from '../../../lib/runtime/tracing/sdk-spans';
import { functionOf, synthesize } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { startCommand } from '../../support/served-command';
import { newDirectory } from '../../support/temporary-directory';

/* Spans of an SDK that is registered in the process of the gateway. */

const ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const exporter = new InMemorySpanExporter();
const active = new AsyncLocalStorage<api.Context>();
const closing: TestGateway[] = [];

/** The smallest manager of contexts, as SDKs have one. */
const contexts: api.ContextManager = {
  active: () => active.getStore() ?? api.ROOT_CONTEXT,
  with: (context, work, self, ...parameters) => active.run(context, () => work.call(self, ...parameters)),
  bind: (_, target) => target,
  enable: () => contexts,
  disable: () => contexts,
};

beforeEach(() => {
  exporter.reset();
});
afterEach(async () => {
  for (const gateway of closing.splice(0)) await gateway.close();
  api.trace.disable();
  api.context.disable();
});

function register(sampler: Sampler = new AlwaysOnSampler()): BasicTracerProvider {
  const provider = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] });
  api.trace.setGlobalTracerProvider(provider);
  api.context.setGlobalContextManager(contexts);
  return provider;
}

/** A gateway whose function is a stub that makes a span of its own. */
async function open(): Promise<TestGateway> {
  const app = new App();
  const shop = new Api(app, 'Shop');
  shop.root.addResource('pets').addResource('{petId}').addMethod('GET', functionOf(app, 'GetPet', '() => ({ statusCode: 500 })'));
  shop.root.addResource('failing').addMethod('GET', functionOf(app, 'Fails', '() => ({ statusCode: 500 })'));
  const gateway = await createTestGateway(app, {
    functions: {
      GetPet: ({ headers }) => {
        api.trace.getTracer('app').startSpan('read').end();
        return { statusCode: 200, body: JSON.stringify(headers) };
      },
      Fails: FunctionFault.crash(),
    },
  });
  closing.push(gateway);
  return gateway;
}

const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
const named = (name: string): ReadableSpan => {
  const span = spans().find((candidate) => candidate.name === name);
  if (span === undefined) throw new Error(`no span is named ${name}: ${spans().map((each) => each.name).join(', ')}`);
  return span;
};
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;

describe('with a registered SDK', () => {
  test('spans of a request are below those of its caller, and those of the function below its call', async () => {
    register();
    const gateway = await open();
    const answer = await gateway.fetch('pets/7?token=secret', { headers: { traceparent: `00-${ID}-${SPAN}-00` } });
    const [request, call, own] = [named('GET /prod/pets/{petId}'), named('invoke GetPet'), named('read')];
    expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(new Set([ID]));
    expect([request, call, own].map((span) => span.parentSpanContext?.spanId)).toEqual([SPAN, idOf(request), idOf(call)]);
    expect([request.kind, call.kind]).toEqual([api.SpanKind.SERVER, api.SpanKind.CLIENT]);
    expect(request.attributes).toMatchObject({ 'http.route': '/prod/pets/{petId}', 'http.response.status_code': 200, 'url.path': '/prod/pets/7' });
    expect(request.events.map(({ name }) => name)).toContain('integrate');
    expect(request.instrumentationScope.name).toBe('synthgate');
    expect(await answer.json()).toMatchObject({ traceparent: `00-${ID}-${idOf(request)}-01` });
    expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain('secret');
  });

  test('a request without a caller is the root of a trace of the SDK, and what fails is an error', async () => {
    register();
    const gateway = await open();
    await gateway.fetch('failing');
    const [request, call] = [named('GET /prod/failing'), named('invoke Fails')];
    expect([request.parentSpanContext, call.parentSpanContext?.spanId]).toEqual([undefined, idOf(request)]);
    expect([request.status.code, request.attributes['error.type'], call.attributes['error.type']])
      .toEqual([api.SpanStatusCode.ERROR, 'FUNCTION_CRASHED', 'failed']);
  });

  test('its sampler may refuse all, and functions see no trace then', async () => {
    register(new AlwaysOffSampler());
    const gateway = await open();
    expect(await (await gateway.fetch('pets/7')).json()).not.toHaveProperty('traceparent');
    expect(spans()).toEqual([]);
  });
});

test('without a registered SDK there is nothing to take spans', () => {
  expect(sdkSpans(api)).toBeUndefined();
  const provider = register();
  const flushed = jest.spyOn(provider, 'forceFlush');
  void sdkSpans(api)?.flush();
  expect(flushed).toHaveBeenCalled();
});

/** The program that registers an SDK, whose spans are lines of a file. */
const registration = (file: string) => `
import { appendFileSync } from 'node:fs';
import api from ${JSON.stringify(pathToFileURL(require.resolve('@opentelemetry/api')).href)};
import sdk from ${JSON.stringify(pathToFileURL(require.resolve('@opentelemetry/sdk-trace-base')).href)};
const write = (span) => JSON.stringify({ name: span.name, pid: process.pid, ...span.spanContext(), parent: span.parentSpanContext?.spanId });
const exporter = {
  export: (spans, done) => {
    appendFileSync(${JSON.stringify(file)}, spans.map((span) => write(span) + '\\n').join(''));
    done({ code: 0 });
  },
  shutdown: async () => {},
};
const held = new sdk.BatchSpanProcessor(exporter, { scheduledDelayMillis: 600_000 });
api.trace.setGlobalTracerProvider(new sdk.BasicTracerProvider({ spanProcessors: [held] }));
`;

test('node --import registers one for serve and its processes, which have it send what it holds when they stop', async () => {
  const directory = newDirectory('synthgate-sdk-');
  const file = path.join(directory, 'spans.jsonl');
  writeFileSync(path.join(directory, 'otel.mjs'), registration(file));
  synthesize(path.join(directory, 'gateway.out'), (app) => {
    new Api(app, 'Shop').root.addResource('pets').addMethod('GET', functionOf(app, 'GetPet', '() => ({ statusCode: 200 })'));
  });
  const program = path.resolve('bin/synthgate');
  const command = startCommand(directory, ['./otel.mjs', program, 'serve', 'gateway.out', '--port', '0', '--processes', '2'], {}, '--import');
  const [, url = ''] = await command.sees(/(http:\S+:\d+)/);
  await sendRequest(`${url}/prod/pets`, { headers: { traceparent: `00-${ID}-${SPAN}-01` } });
  command.child.kill('SIGTERM');
  expect(await command.ended).toBe(0);
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const request = lines.find(({ name }) => name === 'GET /prod/pets');
  expect(lines.map(({ name, traceId, parent }) => ({ name, traceId, parent }))).toEqual([
    { name: 'invoke GetPet', traceId: ID, parent: request?.spanId }, { name: 'GET /prod/pets', traceId: ID, parent: SPAN },
  ]);
  expect(request?.pid).not.toBe(command.child.pid);
});
