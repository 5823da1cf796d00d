import { missingValues } from '../../../lib/runtime/pipeline/missing-values';
import { deployedSpec, readSpec, type GatewaySpecInput } from '../../../lib/spec';
import { decision, openGateway, petsWith } from '../../support/authorizers';

const mock = {
  integration: { type: 'mock' as const, requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] },
  methodResponses: { 200: {} },
};
const late = (name: string) => `\${token:Shop/${name}}`;
const fn = (environment: Record<string, string>) => ({ code: 'code', handler: 'index.handler', environment });

describe('what needs a missing value answers 503, and the rest serves', () => {
  test.each<[string, Omit<Partial<GatewaySpecInput>, 'format'>, Record<string, string>]>([
    ['FUNCTION_VALUE_MISSING', {
      functions: { Backend: fn({ TABLE: late('Table.Ref') }), Other: fn({}) },
      resources: { '/pets': petsWith({ type: 'NONE' })['/pets'], '/open': { id: 'open', methods: { GET: mock } } },
    }, { 'Shop/Table.Ref': 'pets' }],
    ['FUNCTION_VALUE_MISSING', {
      functions: { Backend: fn({}), Decide: fn({ KEY: '{{resolve:ssm:/shop/key}}' }) },
      authorizers: { Auth: { type: 'token', function: 'Decide' } },
      resources: { '/pets': petsWith({ type: 'CUSTOM', authorizer: 'Auth' })['/pets'], '/open': { id: 'open', methods: { GET: mock } } },
    }, {}],
    ['METHOD_VALUE_MISSING', {
      authorizers: { Auth: { type: 'cognito-user-pools', userPools: [{ arn: late('Pool.Arn') }] } },
      resources: { '/pets': petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' })['/pets'], '/open': { id: 'open', methods: { GET: mock } } },
    }, {}],
    ['INTEGRATION_TOKEN_MISSING', {
      resources: {
        '/pets': { id: 'pets', methods: { GET: { integration: { type: 'http-proxy', uri: `${late('Backend.Url')}pets` } } } },
        '/open': { id: 'open', methods: { GET: mock } },
      },
    }, {}],
  ])('%s', async (code, spec, values) => {
    const open = (given: Record<string, string>) => openGateway(spec, { values: given });
    const [without, withValues] = [open({}), open(values)];
    const headers = { Authorization: 'token' };
    expect(await without.send({ headers })).toMatchObject({ status: 503, text: '{"message": "Internal server error"}', error: { code } });
    expect((await without.send({ path: '/prod/open' })).status).toBe(200);
    if (Object.keys(values).length > 0) expect((await withValues.send({ headers })).status).toBe(200);
    await Promise.all([without.close(), withValues.close()]);
  });

  test.each<[string, Omit<Partial<GatewaySpecInput>, 'format'>]>([
    ['a stage variable: every method of the stage', { stages: { prod: { variables: { table: late('Table.Ref') } } } }],
    ['the resource policy: every method', {
      api: {
        id: 'api123', name: 'Test',
        policy: { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*', Condition: { IpAddress: { 'aws:SourceIp': [late('Office.Range')] } } }] },
      },
    }],
  ])('METHOD_VALUE_MISSING for %s', async (_, given) => {
    const gateway = openGateway({ resources: petsWith({ type: 'NONE' }), ...given } as Omit<Partial<GatewaySpecInput>, 'format'>);
    expect(await gateway.send()).toMatchObject({ status: 503, error: { code: 'METHOD_VALUE_MISSING' } });
    await gateway.close();
  });
});

test('no authorizer is called on a stage whose variable has no value', async () => {
  const gateway = openGateway({
    functions: { Backend: fn({}), Decide: fn({}) },
    authorizers: { Auth: { type: 'token', function: 'Decide' } },
    resources: petsWith({ type: 'CUSTOM', authorizer: 'Auth' }),
    stages: { prod: { variables: { table: late('Table.Ref') } } },
  }, { functions: { Decide: () => decision() } });
  expect(await gateway.send({ headers: { Authorization: 'token' } })).toMatchObject({ status: 503, error: { code: 'METHOD_VALUE_MISSING' } });
  expect(gateway.calls).toEqual([]);
  await gateway.close();
});

test('all are listed, by name, with everything that needs them', () => {
  const { spec } = readSpec({
    format: 'synthgate/1', api: { id: 'shop', name: 'Shop' },
    functions: { Pets: fn({ TABLE: late('Table.Ref'), KEY: '{{resolve:secretsmanager:db:SecretString:password}}', KNOWN: late('Known.Ref'), GIVEN: late('Given.Ref') }) },
    authorizers: { Auth: { type: 'cognito-user-pools', userPools: [{ arn: late('Pool.Arn') }] } },
    resources: {
      '/': { id: 'root', methods: { GET: { ...mock, integration: { ...mock.integration, requestTemplates: { 'application/json': `{"statusCode": 200, "table": "${late('Table.Ref')}"}` } } } } },
      '/pets': { id: 'pets', methods: { GET: { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }, integration: { type: 'proxy', function: 'Pets' } } } },
    },
    stages: { prod: { variables: { color: late('Color.Ref') } } },
  }, 'test');
  const settings = {
    values: { 'Shop/Known.Ref': 'x' }, functionEnvironment: { Pets: { GIVEN: 'y' } }, apiKeys: {}, accountId: '1', region: 'eu-west-1',
  };
  const stages = [{ name: 'prod', variables: spec.stages.prod?.variables ?? {}, deployed: deployedSpec(spec) }];
  const missing = missingValues(spec, stages, settings);
  expect(missing).toEqual([
    { token: 'Shop/Color.Ref', neededBy: ['stage prod, variable color'] },
    { token: 'Shop/Pool.Arn', neededBy: ['authorizer Auth'] },
    { token: 'Shop/Table.Ref', neededBy: ['Shop GET', 'function Pets, environment TABLE'] },
    { token: 'secretsmanager:db:password', neededBy: ['function Pets, environment KEY'] },
  ]);
  const sources = { given: { Pool: { issuer: 'http://localhost/local' } }, local: undefined };
  expect(missingValues(spec, stages, { ...settings, sources }).map(({ token }) => token)).not.toContain('Shop/Pool.Arn');
});
