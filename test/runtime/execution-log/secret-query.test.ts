import { isSecretParameter } from '../../../lib/runtime/execution-log/secrets';
import { maskedQuery, maskedUrl, queryReplacements } from '../../../lib/runtime/execution-log/secret-query';

test.each([
  'token', 'access_token', 'idToken', 'key', 'apiKey', 'api_key', 'api-key', 'x-api-key', 'signingKey', 'secret', 'client_secret', 'password', 'passwd', 'pwd', 'code',
  'signature', 'sig', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token', 'Authorization', 'jwt',
])('%s is a secret', (name) => expect(isSecretParameter(name)).toBe(true));

test.each(['page', 'country_code', 'statusCode', 'keyword', 'monkey', 'author', 'passenger', 'q'])('%s is not', (name) => expect(isSecretParameter(name)).toBe(false));

test.each([
  ['', ''], ['a', 'a'], ['token', 'token'], ['token=', 'token='], ['a=1&token=abc&b=2', 'a=1&token=***&b=2'], ['token=a=b', 'token=***'],
  ['api%5Fkey=abc', 'api%5Fkey=***'], ['%zz=1&key=%zz', '%zz=1&key=***'], ['token=abcdefghijklmnopqr', 'token=************mnopqr'],
  ['a&b=&c=1', 'a&b=&c=1'], ['a&token&b=1&key=2', 'a&token&b=1&key=*'], ['&&key=1', '&&key=*'], ['a=&key=1&', 'a=&key=*&'], ['=1&key=2', '=1&key=*'],
])('of %s is shown %s', (query, shown) => {
  expect(maskedQuery(query)).toBe(shown);
  expect(maskedUrl(`/a${query === '' ? '' : `?${query}`}`)).toBe(`/a${query === '' ? '' : `?${shown}`}`);
});

test('a short value is replaced beside its name only, a long one everywhere, as it was sent and decoded', () => {
  const hide = (query: string, text: string): string =>
    queryReplacements(query, 8).reduce((hidden, [secret, shown]) => hidden.replaceAll(secret, shown), text);
  expect(hide('code=7', '7 ?code=7 {code=7, b=7} {"code":"7","b":"7"} {"code": "7"} {"code":["7"]}'))
    .toBe('7 ?code=* {code=*, b=7} {"code":"*","b":"7"} {"code": "*"} {"code":["*"]}');
  expect(hide('token=abcd%2Fefgh', 'abcd/efgh abcd%2Fefgh')).toBe('********* ***********');
});
