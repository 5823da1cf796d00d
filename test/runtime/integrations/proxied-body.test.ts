import { compileProxiedBody, type ProxiedMessage } from '../../../lib/runtime/integrations/proxied-body';
import type { LogEntry } from '../../../lib/runtime/ports';
import { ports, stage } from '../../support/exchange';

const JPEG = Buffer.from('ffd8ffe00080', 'hex');

function read(body: Buffer, type: string | undefined, binaryMediaTypes: string[], direction: ProxiedMessage['direction'] = 'response') {
  const log: LogEntry[] = [];
  const bodyOf = compileProxiedBody({ stage: stage({ binaryMediaTypes }), ports: ports({ log: (entry) => log.push(entry) }) });
  const headers = type === undefined ? [] : [{ name: 'Content-Type', value: type }];
  return { body: bodyOf({ direction, headers, body, requestId: 'request-1' }), log };
}

test.each(['request', 'response'] as const)('BODY_READ_AS_TEXT: bytes of a %s whose type is not binary become U+FFFD, and the log names the type', (direction) => {
  const { body, log } = read(JPEG, 'Image/JPEG; q=1', ['image/png'], direction);
  expect(body.toString('hex')).toBe('efbfbdefbfbdefbfbdefbfbd00efbfbd');
  expect(log).toEqual([{ level: 'warn', code: 'BODY_READ_AS_TEXT', message: expect.stringMatching(new RegExp(`^the ${direction} body .* image/jpeg is not in`)), requestId: 'request-1' }]);
});

test.each([['image/jpeg', ['image/jpeg']], ['image/jpeg', ['image/*']], ['image/jpeg', ['*/*']], [undefined, ['*/*']], [undefined, ['application/json']]])(
  'bytes of type %s pass with binaryMediaTypes %j, and nothing is logged', (type, types) => {
    expect(read(JPEG, type, types)).toEqual({ body: JPEG, log: [] });
  });

test('a body without a type is JSON', () => {
  expect(read(JPEG, undefined, ['image/jpeg']).log).toMatchObject([{ message: expect.stringContaining('application/json') as string }]);
});

test('UTF-8 passes byte for byte, a byte order mark included', () => {
  const text = Buffer.from('\uFEFFé😀\0');
  expect(read(text, 'text/plain', [])).toEqual({ body: text, log: [] });
});
