import { expectedSignature, readSignature, timeOf, timeText } from '../../../lib/runtime/authorizers/signature';
import { received } from '../../support/exchange';

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html (the example of the general reference)
test('the example of AWS is signed as AWS signs it', () => {
  const Authorization = 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, '
    + 'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7';
  const headers = { 'Host': 'iam.amazonaws.com', 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', 'X-Amz-Date': '20150830T123600Z', Authorization };
  const request = received({ target: '/?Action=ListUsers&Version=2010-05-08', headers: Object.entries(headers).map(([name, value]) => ({ name, value })) });
  const sent = readSignature(request, 'amz');
  expect(sent).toEqual({
    accessKeyId: 'AKIDEXAMPLE', date: '20150830', region: 'us-east-1', service: 'iam', time: '20150830T123600Z',
    signedHeaders: ['content-type', 'host', 'x-amz-date'], signature: '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  });
  expect(expectedSignature(request, sent, { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', platform: 'amz' })).toBe(sent.signature);
});

test.each([
  ['/prod/7/9', '/prod/7//9'], ['/prod/7/9', '/prod/7/9/'], ['/prod/7%2F9', '/prod/7/9'], ['/prod/7%2F9', '/prod/7%2f9'], ['/prod/7/9', '/prod/7/./9'],
])('a signature for the path %s is not valid for %s', (one, other) => {
  const Authorization = 'AWS4-HMAC-SHA256 Credential=A/20150830/r/s/aws4_request, SignedHeaders=host, Signature=0';
  const headers = [{ name: 'Authorization', value: Authorization }, { name: 'X-Amz-Date', value: '20150830T123600Z' }];
  const signatureOf = (target: string) => {
    const request = received({ target, headers });
    return expectedSignature(request, readSignature(request, 'amz'), { secretAccessKey: 'secret', platform: 'amz' });
  };
  expect(signatureOf(one)).not.toBe(signatureOf(other));
});

test('the vendor name is part of header names', () => {
  const Authorization = 'AWS4-HMAC-SHA256 Credential=A/20150830/r/s/aws4_request, SignedHeaders=host, Signature=0';
  const headers = [{ name: 'Authorization', value: Authorization }, { name: 'X-Acme-Date', value: '20150830T123600Z' }];
  expect(readSignature(received({ headers }), 'acme').time).toBe('20150830T123600Z');
  expect(() => readSignature(received({ headers }), 'amz')).toThrow('SIGNATURE_INCOMPLETE');
});

test('times are read as they are written', () => {
  const at = Date.UTC(2025, 10, 21, 0, 18, 3);
  expect(timeText(at)).toBe('20251121T001803Z');
  expect(timeOf(timeText(at))).toBe(at);
  expect(timeOf('20251399T001803Z')).toBeNaN();
});
