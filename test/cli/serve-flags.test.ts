import { Command } from 'commander';
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { optionsOfFlags, serveFlags } from '../../lib/cli/serve-flags';
import { SERVER_LIMIT_OPTIONS, readServeOptions, SERVE_OPTIONS, type ServeOption } from '../../lib/runtime';

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-flags-'));
const terminal = { out: () => undefined, err: () => undefined, directory, environment: {}, hasColor: false };

function read(...parameters: string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const flag of serveFlags()) command.addOption(flag);
  return optionsOfFlags(command.parse(parameters, { from: 'user' }).opts(), terminal);
}

test('every option with a flag is on the command line, with the text of its row', () => {
  const rows: readonly ServeOption[] = [...Object.values(SERVE_OPTIONS), ...Object.values(SERVER_LIMIT_OPTIONS)];
  const defaultOf = ({ default: given, flag }: ServeOption): string =>
    (flag !== 'none' && flag.isOpen === true && 'value' in given ? ` (default: ${given.value})` : '');
  const flags = rows.flatMap((row) => (row.flag === 'none' ? [] : [{ flags: row.flag.flags, description: `${row.flag.help ?? row.description}${defaultOf(row)}` }]));
  expect(serveFlags().map(({ flags: given, description }) => ({ flags: given, description }))).toEqual(flags);
});

test('without flags the options have their defaults; functions are prewarmed', () => {
  const { serverLimits, ...options } = readServeOptions({ source: 'out', ...read() });
  expect(options).toMatchObject({ port: 3_000, host: '127.0.0.1', processes: 1, prewarm: true, watch: true, shutdownTimeoutMs: 30_000, instanceIdleTimeoutMs: 300_000, functionQueue: 100 });
  expect(options.managementPort).toBeUndefined();
  expect(serverLimits).toMatchObject({ maxConnections: 16_384, headersTimeoutMs: 10_000 });
});

test('flags of every kind become options', () => {
  writeFileSync(path.join(directory, 'credentials.json'), '[{"accessKeyId": "AKID", "secretAccessKey": "s"}]');
  expect(read(
    '-p', '0', '--state', 'state', '--api', 'A', '--api', 'B', '--api-key', 'Dev=k', '--account-limit', '1,2', '--allow', 'Pets=files', '--no-prewarm', '--no-watch',
    '--explain', '--shutdown-timeout', '5', '--idle-timeout', '7', '--max-request-bytes', '9', '--function-queue', '0', '--credentials', 'credentials.json',
  )).toMatchObject({
    port: 0, stateDirectory: path.join(directory, 'state'), apis: ['A', 'B'], apiKeys: { Dev: 'k' }, accountLimit: { rateLimit: 1, burstLimit: 2 },
    functionPermissions: { Pets: ['files'] }, prewarm: false, watch: false, explain: true, shutdownTimeoutMs: 5_000, functionQueue: 0,
    credentials: [{ accessKeyId: 'AKID', secretAccessKey: 's' }], serverLimits: { idleTimeoutMs: 7_000, requestBytesInFlight: 9 },
  });
});

test.each([
  ['--port', '65536', 'Expected a whole number from 0 to 65535.'],
  ['--shutdown-timeout', '3601', 'Expected a whole number from 0 to 3600.'],
  ['--idle-timeout', '0', 'Expected a whole number from 1 to 86400.'],
  ['--processes', '65', 'Expected a whole number from 1 to 64.'],
])('%s %s is out of the range of its option', (flag, value, message) => {
  expect(() => read(flag, value)).toThrow(message);
});
