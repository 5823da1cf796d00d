import { resolveVariables } from '../../../lib/importers/serverless/variables';

const SELF = {
  service: 'shop',
  custom: { dev: { table: 'dev-table' }, prod: { table: 'prod-table' }, flags: [true, false], nested: '${self:custom.dev}', loop: '${self:custom.loop}' },
  provider: { stage: '${opt:stage, "dev"}' },
};

function resolve(value: unknown, given: Partial<Parameters<typeof resolveVariables>[0]> = {}) {
  const files: Readonly<Record<string, unknown>> = { 'vars.yml': { a: { b: '${env:NAME}' } } };
  const { value: resolved, issues } = resolveVariables({
    self: { ...SELF, value }, options: {}, parameters: {}, environment: (name) => ({ NAME: 'from env' })[name],
    file: (location) => files[location], ...given,
  });
  return { value: Object(resolved).value as unknown, unknown: issues.map(({ location }) => location) };
}

test.each([
  ['self, as text', 'x-${self:service}-y', 'x-shop-y'],
  ['self, with its type', '${self:custom.flags}', [true, false]],
  ['an item of a list', '${self:custom.flags.1}', false],
  ['a part of a value that is a variable itself', '${self:custom.nested.table, "none"}', 'dev-table'],
  ['a whole value that is a variable itself', '${self:custom.nested}', { table: 'dev-table' }],
  ['variables in variables', '${self:custom.${opt:stage, "prod"}.table}', 'prod-table'],
  ['env', '${env:NAME}', 'from env'],
  ['a default', "${env:OTHER, 'none'}", 'none'],
  ['the next source as default', '${env:OTHER, self:service}', 'shop'],
  ['a number as default', '${env:OTHER, 5}', 5],
  ['a truth value as default', '${env:OTHER, false}', false],
  ['a file, and variables in it', '${file(vars.yml):a.b}', 'from env'],
  ['the stage', '${sls:stage}', 'dev'],
  ['the account and region', '${aws:accountId} ${aws:region}', '123456789012 us-east-1'],
  ['what CloudFormation resolves stays', '${AWS::Region} ${Table.Arn}', '${AWS::Region} ${Table.Arn}'],
])('%s', (_, text, expected) => {
  expect(resolve(text)).toMatchObject({ value: expected });
});

test('options and parameters come from the command line', () => {
  expect(resolve('${opt:stage} ${sls:stage} ${param:domain}', { options: { stage: 'prod' }, parameters: { domain: 'a.example' } }).value).toBe('prod prod a.example');
});

test.each(['${cf:stack.Output}', '${ssm:/path}', '${env:OTHER}', '${file(program.js):a}'])('%s stays and is reported', (variable) => {
  const { value, unknown } = resolve(`x ${variable} y`);
  expect(value).toBe(`x ${variable} y`);
  expect(unknown).toContain(variable);
});

test('variables that refer to each other end', () => {
  expect(resolve('${self:custom.loop}').unknown).toContain('${self:custom.loop}');
});
