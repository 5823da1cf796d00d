import { variableMask } from '../../../lib/runtime/inspection/mask-variables';

const masked = (variables: Record<string, string>, text: string): string => variableMask({ '*': {}, Pets: variables })(text);

test.each(['API_TOKEN', 'DB_PASSWORD', 'DB_PASS', 'CLIENT_SECRET', 'STRIPE_KEY', 'signingKey', 'api_key', 'SENTRY_DSN'])('the value of %s is masked', (name) => {
  expect(masked({ [name]: 'hunter22' }, 'it is hunter22, hunter22')).toBe('it is ********, ********');
});

test.each([['TABLE', 'pets-of-the-shop'], ['MONKEY', 'capuchin'], ['AWS_ENDPOINT_URL', 'http://127.0.0.1:8000'], ['API_KEY', 'short']])('that of %s=%s is not', (name, value) => {
  expect(masked({ [name]: value }, `it is ${value}`)).toBe(`it is ${value}`);
});

test('the end of a long value shows which it is', () => {
  expect(masked({ TOKEN: 'abcdefghijklmnopqrstuvwxyz' }, 'abcdefghijklmnopqrstuvwxyz')).toBe('********************uvwxyz');
});

test('of a URL the password is masked', () => {
  expect(masked({ DATABASE_URL: 'postgres://shop:hunter22@db/pets' }, 'no answer of postgres://shop:hunter22@db/pets')).toBe('no answer of postgres://shop:********@db/pets');
});

test('values are found inside JSON, and lines of a value by themselves', () => {
  expect(masked({ SECRET: 'say "hi" now' }, JSON.stringify({ secret: 'say "hi" now' }))).toBe('{"secret":"**************"}');
  expect(masked({ PRIVATE_KEY: '-----BEGIN\nMIIEvQIB\n' }, 'MIIEvQIB')).toBe('********');
});

test('of two values the longer is masked first', () => {
  expect(masked({ TOKEN: 'hunter', TOKEN_LONG: 'hunter-gatherer', X_TOKEN: 'hunter-gatherer' }, 'hunter-gatherer')).not.toContain('gatherer');
});

test('without secrets a text stays itself', () => {
  expect(variableMask()('hunter22')).toBe('hunter22');
});
