import type { EventRoute } from '../lambda-format/event';
import { RawEvents } from '../lambda-format/raw-event';
import { encodeTextResult } from '../lambda-format/text-result';
import { decodeRawCall, encodeRawCall } from '../wire/raw-call';
import { makeContext } from './context';

const ROUTE: EventRoute = {
  parameterNames: ['id'],
  stage: {
    name: 'stage', variables: {}, accountId: '0', apiId: 'api', deploymentId: 'deployment', isCanary: undefined, endpointType: 'EDGE', binaryMediaTypes: [],
    vendor: { headerPrefix: 'a', shortPrefix: 'b', cdnName: 'C', identityProviderName: 'd' },
  },
  plan: { resourceId: 'resource', resourcePath: '/{id}' },
};

const SETTINGS = {
  functionName: 'function', functionArn: 'arn', memoryMiB: 128, logGroupName: 'group', logStreamName: 'stream',
  rules: { hasCallbacks: true, plainValue: 'warned' },
} as const;

/**
 * Makes the event of a request that nobody sent, and encodes its result, so that V8 has compiled by then what the first call
 * of a function needs: the call after a crash took 11.7 ms, with a rehearsal 8.6. For a process that waits for its function.
 *
 * @returns the events that were made: by the way of a first request with its header names, and by that of further ones
 */
export function rehearse(): readonly Record<string, unknown>[] {
  const raw = { head: 'GET /stage/1?a=b HTTP/1.1\r\nHost: c.d\r\nUser-Agent: e\r\n\r\n', body: '' };
  const ids = { requestId: '1', extendedRequestId: '2', edgeId: '3', edgeHost: '4', trace: { text: '5' } };
  const received = { sourceIp: '::1', port: 1, scheme: 'http', receivedAt: 0 } as const;
  const events = new RawEvents(ROUTE);
  const make = (): Record<string, unknown> => {
    const call = decodeRawCall(encodeRawCall({ ids, received, parameters: ['1'], caller: undefined, raw }, 0, 1));
    if (call === undefined) throw new Error('the rehearsed call is not valid');
    const event = events.make(call);
    makeContext(SETTINGS, { requestId: '1', remainingMs: 1 }, { succeed: () => undefined, fail: () => undefined });
    encodeTextResult({ statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify(event) });
    return event;
  };
  return [make(), make()];
}
