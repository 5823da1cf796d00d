import { isSecret, withoutSecret } from '../../lib/codegen/secrets';
import { processorMs, slowness } from '../support/machine-speed';

test.each([
  'DB_PASSWORD', 'DB_PASS', 'PASS', 'db-pass', 'MYSQL_PWD', 'STRIPE_KEY', 'stripeKey', 'ENCRYPTION_KEY', 'X-Api-Key', 'X-Stripe-Key', 'apikey', 'API_TOKEN', 'Authorization',
])('the value of %s is a secret', (name) => {
  expect(isSecret(name, 'abc123')).toBe(true);
  expect(isSecret(name, 'arn:aws:secretsmanager:us-east-1:123456789012:secret:a')).toBe(false);
  expect(isSecret(name, '${stageVariables.a}')).toBe(false);
  expect(isSecret(name, '{{resolve:secretsmanager:shop/db:SecretString:password}}')).toBe(false);
  expect(isSecret(name, '{{resolve:ssm:/a}}hunter2')).toBe(true);
  expect(isSecret(name, '')).toBe(false);
});

test.each([
  'TABLE', 'PWD', 'KEY', 'MONKEY', 'turkey', 'BYPASS', 'COMPASS', 'PARTITION_KEY', 'sortKey', 'PUBLIC_KEY', 'S3_KEY', 'cacheKey', 'KMS_KEY', 'Idempotency-Key',
])('the value of %s is not a secret', (name) => {
  expect(isSecret(name, 'abc123')).toBe(false);
});

test.each([
  ['redis://:hunter2@cache:6379', 'redis://…@cache:6379'],
  ['https://svc:hunter2@internal/x', 'https://…@internal/x'],
  ['https://x/?api_key=hunter2', 'https://x/?…'],
  ['https://x/y?a=1&access_token=hunter2', 'https://x/y?…'],
  ['https://x/y?sv=1&sig=hunter2', 'https://x/y?…'],
  ['{"url": "https://x/?ApiKey=hunter2"}', '{"url": "https://x/?…'],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJodW50ZXIyIn0.', '…'],
  ['-----BEGIN RSA PRIVATE KEY-----hunter2', '…'],
])('%s is a secret under any name, and shown as %s', (value, shown) => {
  expect(isSecret('uri', value)).toBe(true);
  expect(withoutSecret(value)).toBe(shown);
});

test.each([
  'https://x/?api_key=${stageVariables.key}', 'https://x/?api_key=', 'https://x/?page=2', 'https://x:8080/y', 'mailto:a@b.example', 'https://x/?design=1', 'api_key=$input.params("a")',
])('%s is not a secret', (value) => {
  expect(isSecret('uri', value)).toBe(false);
  expect(withoutSecret(value)).toBe(value);
});

test('a long text is looked through in no time', () => {
  const ms = processorMs(() => {
    for (const part of ['?token', '://a:', '&', 'eyJa-']) isSecret('text', part.repeat(50_000));
  });
  expect(ms).toBeLessThan(2_000 * slowness());
});
