import { decodeBase64 } from '../../../lib/runtime/http/base64';

test.each([['aGk=', 'hi'], ['aGk', 'hi'], ['', '']])('base64 %j is decoded', (text, decoded) => {
  expect(decodeBase64(text).toString()).toBe(decoded);
});

test.each(['a', 'aGVsb', 'YQ=', 'YWJj=', 'aGk=a', 'a b=', 'aGk==', 'aGk-'])('%j is not valid base64', (text) => {
  expect(() => decodeBase64(text)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_BASE64' }));
});
