import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { certifyLocalServer, makeAuthority } from '../../../lib/runtime/certificates/certificate';
import { localAuthorityFile, localCertificate } from '../../../lib/runtime/certificates/local-authority';
import { serverCertificate } from '../../../lib/runtime/certificates/server-certificate';
import { ownAuthority } from '../../support/local-authority';

const authority = ownAuthority();
const DAY_MS = 86_400_000;

afterEach(() => rmSync(authority.directory, { recursive: true, force: true }));

/** Connects to a host as a client that trusts the authority; returns the server's text, or the message of the error. */
async function visit(host: string): Promise<string> {
  const server = createServer(await localCertificate(Date.now()), (socket) => socket.end('hello')).listen(0);
  await new Promise((resolve) => { server.once('listening', resolve); });
  const { port } = server.address() as { port: number }; // a TCP server that listens has one
  try {
    return await new Promise((resolve) => {
      const socket = connect({ host, port, servername: host.includes('local') ? host : undefined, ca: readFileSync(localAuthorityFile()) });
      socket.on('data', (text) => resolve(text.toString())).on('error', (error) => resolve(error.message));
    });
  } finally {
    server.close();
  }
}

test.each(['localhost', '127.0.0.1', '::1'])('who trusts the authority trusts a server at %s', async (host) => {
  expect(await visit(host)).toBe('hello');
});

test('the authority is made once, and only its owner may read its key', async () => {
  const [one, other] = await Promise.all([localCertificate(Date.now()), localCertificate(Date.now())]);
  const certificate = new X509Certificate(readFileSync(localAuthorityFile()));
  for (const { cert } of [one, other, await localCertificate(Date.now())]) {
    expect(new X509Certificate(cert).checkIssued(certificate)).toBe(true);
    expect(new X509Certificate(cert).verify(certificate.publicKey)).toBe(true);
  }
  expect(statSync(path.join(authority.directory, 'key.pem')).mode & 0o777).toBe(0o600);
});

test('a certificate is valid for less time than browsers allow', async () => {
  const { validFrom, validTo, subjectAltName, ca } = new X509Certificate((await localCertificate(Date.now())).cert);
  expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThan(398 * DAY_MS);
  expect({ subjectAltName, ca }).toEqual({ subjectAltName: 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1', ca: false });
});

test('the authority may certify this machine alone: OpenSSL finds the certificate of another name invalid', () => {
  const dated = makeAuthority(Date.now());
  const read = { cert: new X509Certificate(dated.cert), key: createPrivateKey(dated.key) };
  const verify = (names?: readonly string[]): string => {
    const files = { ca: path.join(authority.directory, '..', 'ca.pem'), cert: path.join(authority.directory, '..', 'cert.pem') };
    writeFileSync(files.ca, dated.cert);
    writeFileSync(files.cert, certifyLocalServer(read, Date.now(), names).cert);
    try {
      return execFileSync('openssl', ['verify', '-x509_strict', '-CAfile', files.ca, files.cert], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      return String(error);
    }
  };
  expect(verify()).toMatch(/cert\.pem: OK/);
  expect(verify(['bank.test'])).toMatch(/permitted subtree violation/);
});

test.each([
  ['has another key', () => writeFileSync(path.join(authority.directory, 'key.pem'), makeAuthority(Date.now()).key), /not that of the certificate/],
  ['is not readable', () => writeFileSync(localAuthorityFile(), 'none'), /cannot be used/],
])('an authority that %s is refused', async (_, spoil, reason) => {
  await localCertificate(Date.now());
  spoil();
  await expect(localCertificate(Date.now())).rejects.toMatchObject({ code: 'HTTPS_AUTHORITY_UNUSABLE', message: expect.stringMatching(reason) as string });
});

test('an authority that has expired is refused', async () => {
  await localCertificate(Date.now() - 3_700 * DAY_MS);
  await expect(localCertificate(Date.now())).rejects.toMatchObject({ code: 'HTTPS_AUTHORITY_UNUSABLE', message: expect.stringContaining('expired on') as string });
});

describe('the options of serve', () => {
  const files = async (atMs = Date.now()) => {
    const { cert, key } = await localCertificate(atMs);
    const [httpsCert, httpsKey] = [path.join(authority.directory, 'a.pem'), path.join(authority.directory, 'b.pem')];
    writeFileSync(httpsCert, cert);
    writeFileSync(httpsKey, key);
    return { httpsCert, httpsKey, cert, key };
  };

  test('give no certificate without https, and none is made', async () => {
    expect(await serverCertificate({}, Date.now())).toBeUndefined();
    expect(existsSync(authority.directory)).toBe(false);
  });

  test('give the certificate of their files', async () => {
    const { cert, key, ...options } = await files();
    expect(await serverCertificate(options, Date.now())).toEqual({ cert, key });
  });

  test('need both files, and a host that the local authority certifies', async () => {
    const { httpsCert, httpsKey } = await files();
    await expect(serverCertificate({ httpsCert }, 0)).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'httpsCert', given: httpsCert, allowed: expect.stringMatching(/^it together with httpsKey/) as string } });
    await expect(serverCertificate({ httpsKey }, 0)).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'httpsKey', given: httpsKey, allowed: expect.stringMatching(/^it together with httpsCert/) as string } });
    await expect(serverCertificate({ https: true, host: '192.0.2.1' }, 0)).rejects.toMatchObject({ code: 'OPTION_INVALID', message: expect.stringContaining('192.0.2.1') as string });
  });

  test('are refused for files that are missing, do not fit or have expired', async () => {
    const { httpsCert, httpsKey } = await files();
    const refused = (options: object) => expect(serverCertificate({ httpsCert, httpsKey, ...options }, Date.now())).rejects.toMatchObject({ code: 'HTTPS_CERTIFICATE_INVALID' });
    await refused({ httpsCert: `${httpsCert}.none` });
    await refused({ httpsCert: httpsKey });
    await refused({ httpsKey: path.join(authority.directory, 'key.pem') });
    await files(Date.now() - 100 * DAY_MS);
    await refused({});
  });
});
