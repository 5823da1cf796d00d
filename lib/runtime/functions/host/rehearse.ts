import path from 'node:path';
import type { EventRoute } from '../../plan/exchange';
import { rawEvent } from './raw-event';
import { FRAME, FrameReader, NO_NONCE } from '../wire/frames';
import { decodeRawCall, encodeRawCall } from '../wire/raw-call';
import { REHEARSAL } from '../wire/rehearsal';
import { CallQueue } from './call-queue';
import { FrameBuffer, frameOf } from './frame-buffer';
import { exportBuiltins, forgetModule, loadHandler, type Handler } from './load-handler';
import { runCall, type CallSurroundings, type HostCall } from './run-call';

const ROUTE: EventRoute = {
  format: 'rest',
  parameterNames: ['id'],
  stage: {
    protocol: 'rest', name: 'stage', variables: {}, accountId: '0', apiId: 'api', deploymentId: 'deployment', isCanary: undefined, endpointType: 'EDGE', binaryMediaTypes: [],
    vendor: { headerPrefix: 'a', shortPrefix: 'b', cdnName: 'C', identityProviderName: 'd' },
  },
  plan: { resourceId: 'resource', resourcePath: '/{id}', routeKey: 'GET /{id}' },
};

const SETTINGS: CallSurroundings['settings'] = {
  directory: '', scratchDirectory: '', handler: '', environment: {}, hasSourceMap: false, permissions: [],
  rules: { hasCallbacks: true, plainValue: 'warned' }, functionName: 'function', functionArn: 'arn', memoryMiB: 128,
  logGroupName: 'group', logStreamName: 'stream', concurrency: 1, maxResultBytes: Infinity,
};

const LOADS = 3;
/** A call takes 3 ms at first, 0.3 the second time and 0.06 after these. More would mostly take memory. */
const ROUTES = 4;
const CALLS_OF_A_ROUTE = 2;

/**
 * Loads handlers and gives one of them requests that nobody sent, so that V8 has compiled by then what loading and a first
 * call need: half of what a call after a crash took. For a process that waits for its function, which finds nothing of it in
 * `require.cache` or its arguments.
 *
 * @param directory - with the files of wire/rehearsal.ts
 * @returns the answers: frames as the gateway would get them
 */
export async function rehearse(directory: string): Promise<Uint8Array> {
  exportBuiltins();
  for (let count = 1; count < LOADS; count++) await load(directory, REHEARSAL.common);
  const answers = await answerAll(await load(directory, REHEARSAL.common));
  await load(directory, REHEARSAL.module);
  return answers;
}

async function load(directory: string, file: string): Promise<Handler> {
  try {
    return await loadHandler(directory, `${path.parse(file).name}.handler`);
  } finally {
    forgetModule(path.join(directory, file));
  }
}

/** Answers all calls in one turn of the event loop. */
async function answerAll(handler: Handler): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const answers = new FrameBuffer(resolve);
    const surroundings: CallSurroundings = {
      settings: SETTINGS, handler, whenIdle: () => undefined, notice: () => undefined,
      answer: (nonce, kind, body) => {
        answers.add(kind, nonce, body);
        queue.ended();
      },
    };
    const queue = new CallQueue<HostCall>(() => true, (call) => {
      runCall(surroundings, call);
      return true;
    });
    for (let route = 0; route < ROUTES; route++) {
      const frame = (_kind: number, nonce: string, body: string): void => queue.arrive(callOf(nonce, body));
      const reader = new FrameReader({ frame, broken: reject }, Infinity);
      for (let call = 0; call < CALLS_OF_A_ROUTE; call++) reader.push(Buffer.from(frameOf(FRAME.rawCall, NO_NONCE, rawCall())));
    }
  });
}

function rawCall(): Uint8Array {
  const raw = { head: 'GET /stage/1?a=b HTTP/1.1\r\nHost: c.d\r\nUser-Agent: e\r\n\r\n', body: '' };
  const ids = { requestId: '1', invocationId: '1', extendedRequestId: '2', edgeId: '3', edgeHost: '4', trace: { text: '5' } };
  const received = { sourceIp: '::1', port: 1, scheme: 'http', receivedAt: 0 } as const;
  return Buffer.from(encodeRawCall({ ids, received, parameters: ['1'], caller: undefined, raw }, 0, 1), 'latin1');
}

function callOf(nonce: string, body: string): HostCall {
  const call = decodeRawCall(body);
  if (call === undefined) throw new Error('the rehearsed call is not valid');
  return { nonce, head: { invocationId: '1', remainingMs: 1, takesText: true }, event: () => rawEvent(ROUTE, call) };
}
