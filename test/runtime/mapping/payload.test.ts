import { handlePayload, payloadBytes, templateText } from '../../../lib/runtime/mapping/payload';
import type { ContentHandling } from '../../../lib/spec';

const RAW = Buffer.from([0x1f, 0x8b, 0x08, 0x41]);
const DAMAGED = Buffer.from(RAW.toString('utf8'));
const ENCODED = Buffer.from(RAW.toString('base64'));

function handled(bytes: Buffer, isBinary: boolean, wantsBinary: boolean, contentHandling?: ContentHandling): Buffer | string {
  try {
    return payloadBytes(handlePayload(bytes, { isBinary, wantsBinary, contentHandling }));
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('mapped request (a backend takes bytes where the payload is binary)', () => {
  test('text without handling or CONVERT_TO_TEXT is UTF-8; invalid bytes become U+FFFD', () => {
    expect(handled(RAW, false, false)).toEqual(DAMAGED);
    expect(handled(RAW, false, false, 'CONVERT_TO_TEXT')).toEqual(DAMAGED);
  });

  test('text with CONVERT_TO_BINARY is decoded, or refused', () => {
    expect(handled(ENCODED, false, false, 'CONVERT_TO_BINARY')).toEqual(RAW);
    expect(handled(Buffer.from('no base64!'), false, false, 'CONVERT_TO_BINARY')).toBe('RESULT_NOT_BASE64');
  });

  test('binary is unchanged, or base64 text with CONVERT_TO_TEXT', () => {
    expect(handled(RAW, true, true)).toEqual(RAW);
    expect(handled(RAW, true, true, 'CONVERT_TO_BINARY')).toEqual(RAW);
    expect(handled(RAW, true, true, 'CONVERT_TO_TEXT')).toEqual(ENCODED);
  });
});

describe('mapped response', () => {
  test.each<[string, Buffer, boolean, boolean, ContentHandling | undefined, Buffer | string]>([
    ['text, text', RAW, false, false, undefined, DAMAGED],
    ['text, binary', ENCODED, false, true, undefined, RAW],
    ['text that is not base64, binary', RAW, false, true, undefined, 'RESULT_NOT_BASE64'],
    ['binary, binary', RAW, true, true, undefined, RAW],
    ['binary, text', RAW, true, false, undefined, ENCODED],
    ['text, any, to text', RAW, false, true, 'CONVERT_TO_TEXT', DAMAGED],
    ['text, any, to binary', ENCODED, false, false, 'CONVERT_TO_BINARY', RAW],
    ['binary, any, to text', RAW, true, true, 'CONVERT_TO_TEXT', ENCODED],
    ['binary, any, to binary', RAW, true, false, 'CONVERT_TO_BINARY', RAW],
  ])('payload and Accept: %s', (_, bytes, isBinary, wantsBinary, contentHandling, result) => {
    expect(handled(bytes, isBinary, wantsBinary, contentHandling)).toEqual(result);
  });

  test('base64 that a function returns as a JSON text is decoded', () => {
    expect(handled(Buffer.from(`"${RAW.toString('base64')}"`), false, true)).toEqual(RAW);
  });
});

test('a template cannot read a binary payload', () => {
  expect(() => templateText({ type: 'binary', bytes: RAW }, 'request')).toThrow(expect.objectContaining({ code: 'PAYLOAD_BINARY' }));
  expect(templateText({ type: 'text', text: 'x' }, 'response')).toBe('x');
});
