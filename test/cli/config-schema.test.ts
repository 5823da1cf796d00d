import type { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyConfig } from '../../lib/cli/main';
import { serveCommand } from '../../lib/cli/commands/serve';
import { readConfig } from '../../lib/cli/config';
import { configFormOf } from '../../lib/cli/config-form';
import { configJsonSchema } from '../../lib/cli/config-schema';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

/** A project with this `synthgate.json`. */
function projectWith(config: string | object): string {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'synthgate.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return directory;
}

test('everything that is wrong is reported at once, with its line and in the unit of the option; secrets are not shown', async () => {
  const directory = projectWith(`{
  "prot": 4000,
  "port": "4000",
  "shutdownTimeout": 30000,
  "prewarm": "no",
  "trustedProxy": ["10.0.0.0/8", "nowhere"],
  "apiKey": { "Dev": 12, "Test": "t" },
  "credentials": [],
  "allow": { "Pets": ["everything"] },
  "accountLimit": "100"
}`);
  await expect(readConfig(directory)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(new RegExp([
      'line 3:3: "port" is the string "4000"; expected a whole number from 0 to 65535',
      'line 4:3: "shutdownTimeout" is the number 30000; expected a whole number of seconds from 0 to 3600',
      'line 5:3: "prewarm" is the string "no"; expected true or false',
      'line 6:34: "trustedProxy.1" is the string "nowhere"; expected an IP address or a range',
      'line 7:15: "apiKey.Dev" is the number 12; expected a string',
      'line 8:3: "credentials" is a list; expected the path of a file',
      'line 9:23: "allow.Pets.0" is the string "everything"; expected files, ',
      'line 10:3: "accountLimit" is the string "100"; expected "off", or an object with rateLimit and burstLimit',
      'line 2:3: unknown member "prot"; nearest: "port"',
    ].map((line) => `(?=[^]*${line.replace(/[.()[\]$]/g, '\\$&')})`).join(''))),
  });
  await expect(readConfig(projectWith({ tokenValue: { Key: ['s3cret'] } }))).rejects.toThrow('"tokenValue.Key" is a list; expected a string');
  await expect(readConfig(projectWith({ apiKey: 's3cret' }))).rejects.toThrow('"apiKey" is a string that is not shown; expected an object with string values');
});

describe('options of serve', () => {
  const terminal = { out: () => undefined, err: () => undefined, directory: '/', environment: {}, hasColor: false };
  /** Options of the flags, with a value for each as the file gives it, and as commander reads the flag. */
  const options = serveCommand(terminal).options.filter(({ hidden, long }) => !hidden && long !== '--app' && long !== '--output');
  const schema = configJsonSchema() as { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
  const page = readFileSync(path.resolve(__dirname, '../../docs/reference/cli.md'), 'utf8');

  test('each is a member of the file, in its schema, in help and in the documentation; there are no other members', () => {
    const members = options.map((option) => option.attributeName());
    expect(Object.keys(schema.properties).sort()).toEqual([...members, '$schema', 'app', 'output', 'context'].sort());
    for (const option of options) {
      const description = configFormOf(option)?.description ?? option.description;
      expect(schema.properties[option.attributeName()]).toMatchObject({ description });
      expect(page).toContain(`| \`${option.flags}\` |`);
    }
    expect(JSON.parse(readFileSync(path.resolve(__dirname, '../../synthgate.schema.json'), 'utf8'))).toEqual(schema);
  });

  /** Every option: the flag, and the member that means the same. */
  const SAME: readonly [member: string, value: unknown, ...flags: string[]][] = [
    ['tokenValues', 'values.json', '--token-values', 'values.json'], ['writeTokenValues', 'w.json', '--write-token-values', 'w.json'],
    ['jsonLogs', true, '--json-logs'], ['env', { A: '1', 'Pets.B': '2' }, '--env', 'A=1', '--env', 'Pets.B=2'],
    ['emulator', 'auto', '--emulator', 'auto'], ['valueFrom', ['env.A=B', 'store=C'], '--value-from', 'env.A=B', '--value-from', 'store=C'],
    ['fromStack', true, '--from-stack'], ['fromStack', 'Shop', '--from-stack', 'Shop'], ['fromStack', ['Api', 'Db'], '--from-stack', 'Api', '--from-stack=Db'],
    ['envFile', ['.env.test'], '--env-file', '.env.test'], ['envVars', 'vars.json', '--env-vars', 'vars.json'],
    ['parameter', { Stage: 'prod', Count: 3 }, '--parameter', 'Stage=prod', '--parameter', 'Count=3'], ['parameters', 'p.json', '--parameters', 'p.json'],
    ['handler', 'h.js', '--handler', 'h.js'], ['allowOutside', true, '--allow-outside'], ['containers', 'off', '--containers', 'off'], ['state', 'state', '--state', 'state'], ['api', ['A', 'B'], '--api', 'A', '--api', 'B'],
    ['basePath', { Orders: 'orders' }, '--base-path', 'Orders=orders'], ['port', 4_000, '--port', '4000'],
    ['processes', 2, '--processes', '2'], ['host', '::1', '--host', '::1'], ['https', true, '--https'], ['httpsCert', 'c.pem', '--https-cert', 'c.pem'],
    ['httpsKey', 'k.pem', '--https-key', 'k.pem'], ['apiKey', { Dev: 'k' }, '--api-key', 'Dev=k'], ['tokenValue', { T: 'v' }, '--token-value', 'T=v'], ['vpcLink', { Link: 'http://b' }, '--vpc-link', 'Link=http://b'],
    ['credentials', 'c.json', '--credentials', 'c.json'], ['userPool', { P: 'http://127.0.0.1/p' }, '--user-pool', 'P=http://127.0.0.1/p'],
    ['localIssuer', true, '--local-issuer'], ['localApiKeys', true, '--local-api-keys'],
    ['account', '210987654321', '--account', '210987654321'], ['region', 'eu-west-1', '--region', 'eu-west-1'],
    ['awsEndpoint', { '*': 'http://127.0.0.1:4566' }, '--aws-endpoint', '*=http://127.0.0.1:4566'], ['awsProfile', 'dev', '--aws-profile', 'dev'],
    ['accountLimit', { rateLimit: 1, burstLimit: 2 }, '--account-limit', '1,2'], ['accountLimit', 'off', '--account-limit', 'off'],
    ['store', 'valkey://cache', '--store', 'valkey://cache'], ['storeQuota', 'closed', '--store-quota', 'closed'], ['storeExact', true, '--store-exact'], ['storeTimeout', 9, '--store-timeout', '9'], ['storeShare', ['cache'], '--store-share', 'cache'],
    ['otlp', 'http://127.0.0.1:4318', '--otlp', 'http://127.0.0.1:4318'], ['traceSampling', 0.25, '--trace-sampling', '0.25'], ['trustTrace', true, '--trust-trace'],
    ['allow', { Pets: ['files'] }, '--allow', 'Pets=files'], ['prewarm', false, '--no-prewarm'], ['sandbox', 'auto', '--sandbox', 'auto'], ['strictRuntimes', true, '--strict-runtimes'], ['install', true, '--install'], ['instanceIdleTimeout', 60, '--instance-idle-timeout', '60'],
    ['functionQueue', 0, '--function-queue', '0'], ['watch', false, '--no-watch'], ['lambdaEndpoint', true, '--lambda-endpoint'], ['explain', true, '--explain'],
    ['shutdownTimeout', 5, '--shutdown-timeout', '5'], ['drain', 5, '--drain', '5'], ['healthPort', 0, '--health-port', '0'], ['trustedProxy', ['10.0.0.0/8'], '--trusted-proxy', '10.0.0.0/8'],
    ['accessLog', 'access.log', '--access-log', 'access.log'], ['managementPort', 0, '--management-port', '0'], ['dashboard', true, '--dashboard'], ['maxConnections', 5, '--max-connections', '5'],
    ['maxConnectionsPerAddress', 5, '--max-connections-per-address', '5'], ['maxRequestBytes', 9, '--max-request-bytes', '9'],
    ['headersTimeout', 3, '--headers-timeout', '3'], ['requestTimeout', 3, '--request-timeout', '3'], ['idleTimeout', 3, '--idle-timeout', '3'],
    ['sendTimeout', 3, '--send-timeout', '3'],
  ];

  test('each option is in the table of this test', () => {
    expect([...new Set(SAME.map(([member]) => member))].sort()).toEqual(options.map((option) => option.attributeName()).sort());
  });

  test.each(SAME)('%s: %j is what the flag is', async (member, value, ...flags) => {
    const [byFile, byFlag] = [serve(), serve()];
    byFile.parseOptions([]);
    await applyConfig(byFile, projectWith({ [member]: value }));
    byFlag.parseOptions(flags);
    expect(byFile.opts()).toEqual(byFlag.opts());
  });

  test('the command line wins, and values with names are those of both', async () => {
    const command = serve();
    command.parseOptions(['--port', '5000', '--env', 'A=flag', '--token-value', 'T=flag', '--trusted-proxy', '::1']);
    await applyConfig(command, projectWith({ port: 4_000, host: '::1', env: { A: 'file', B: 'file' }, tokenValue: { T: 'file', U: 'file' }, trustedProxy: ['10.0.0.1'] }));
    expect(command.opts()).toMatchObject({
      port: 5_000, host: '::1', env: ['A=file', 'B=file', 'A=flag'], tokenValue: { T: 'flag', U: 'file' }, trustedProxy: ['::1'],
    });
  });

  const serve = (): Command => serveCommand(terminal);
});

test('a command takes from the file what it has, and refuses a file that is wrong', async () => {
  const directory = projectWith({ app: 'app.ts', port: 4_000, region: 'eu-west-1', parameter: { Api: 'FromFile' } });
  writeFileSync(path.join(directory, 'template.json'), JSON.stringify({
    Parameters: { Api: { Type: 'String' } },
    Resources: { Rest: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: { Ref: 'Api' } } } },
  }));
  expect((await synthgate(directory, ['ls', 'template.json'])).out).toContain('FromFile');
  expect((await synthgate(directory, ['ls', 'template.json', '--parameter', 'Api=FromFlag'])).out).toContain('FromFlag');
  writeFileSync(path.join(directory, 'synthgate.json'), '{"port": 70000}');
  expect(await synthgate(directory, ['ls', 'template.json'])).toMatchObject({ code: 3, err: expect.stringContaining('"port" is the number 70000') as string });
});

test('a variable that looks like ours and is not is refused with the nearest names', async () => {
  const { code, err } = await synthgate(newDirectory(), ['ls', 'nowhere.out'], { SYNTHGATE_SNAPSHOT: 'update' });
  expect([code, err]).toEqual([3, expect.stringMatching(/"SYNTHGATE_SNAPSHOT" is not a known option; known: "SYNTHGATE_SNAPSHOTS".*\[OPTION_UNKNOWN\]/)]);
});

test('variables that synthgate sets for an app are none that it misspelled, where the app calls synthgate', async () => {
  const variables = { SYNTHGATE_LEAVE_BUNDLING: '1', SYNTHGATE_MOCK: '1', SYNTHGATE_OBSERVER: '/tmp/seen' };
  expect((await synthgate(newDirectory(), ['ls', 'nowhere.out'], variables)).err).not.toContain('OPTION_UNKNOWN');
});
