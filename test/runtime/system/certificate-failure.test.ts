import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createHttpClient } from '../../../lib/runtime/system/http-client';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const NAMES = ['valid', 'expired', 'other-host', 'self-signed'] as const;
const certificates = path.resolve(__dirname, '..', '..', 'support', 'certificates');
const program = path.resolve(__dirname, '..', '..', '..', 'bin', 'synthgate');
const directory = newDirectory();
const servers: https.Server[] = [];
const origins = new Map<string, string>();

beforeAll(async () => {
  for (const name of NAMES) {
    const pem = readFileSync(path.join(certificates, `${name}.pem`));
    const server = https.createServer({ key: pem, cert: pem }, (_, response) => response.end('{}'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origins.set(name, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const resource = (name: string) => ({ id: name.replace('-', ''), methods: { GET: { integration: { type: 'http-proxy', uri: `${origins.get(name)}/` } as const } } });
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ resources: Object.fromEntries(NAMES.map((name) => [`/${name}`, resource(name)])) })]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Calls a method in a process that trusts the authority of the certificates. */
async function invoke(name: string): Promise<{ status: number; body: string; log: string }> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: path.join(certificates, 'authority.pem') };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'invoke', `GET /${name}`, '--json'], { cwd: directory, env });
  return JSON.parse(stdout) as { status: number; body: string; log: string };
}

test('a certificate of a known authority for the right host is accepted', async () => {
  expect(await invoke('valid')).toMatchObject({ status: 200, body: '{}' });
});

test.each([
  ['self-signed', 'PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target'],
  ['expired', 'PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed'],
  ['other-host', 'Host name \'127.0.0.1\' does not match the certificate subject provided by the peer (CN=other.example, O=Tests)'],
])('%s: a configuration error, 500, in the service\'s words', async (name, text) => {
  const { status, body, log } = await invoke(name);
  expect([status, body]).toEqual([500, '{"message": "Internal server error"}']);
  expect(log).toContain(`Sending request to ${origins.get(name)}/\n`);
  expect(log.replace(/^.* UTC \d+ : /gm, '')).toContain(`Execution failed due to configuration error: ${text}\nMethod completed with status: 500\n`);
});

test('ENDPOINT_CERTIFICATE_INVALID names the endpoint, and Node\'s reason', async () => {
  const client = createHttpClient();
  const url = `${origins.get('self-signed')}/`;
  const sent = client.request({ method: 'GET', url, headers: [], body: undefined, timeoutMs: 5_000, maxBytes: 1_000 });
  await expect(sent).rejects.toMatchObject({ code: 'ENDPOINT_CERTIFICATE_INVALID', message: expect.stringContaining(`${origins.get('self-signed')} cannot be verified: self-signed certificate (DEPTH_ZERO`) as string });
  await client.close();
});

test('a connection that fails for another reason has nothing to do with its certificate', async () => {
  const client = createHttpClient();
  const sent = client.request({ method: 'GET', url: 'https://127.0.0.1:1/', headers: [], body: undefined, timeoutMs: 5_000, maxBytes: 1_000 });
  await expect(sent).rejects.toMatchObject({ code: 'ENDPOINT_UNREACHABLE' });
  await client.close();
});
