import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { localAuthorityFile, localCertificate } from '../../../lib/runtime/certificates/local-authority';
import type { CertifiedKey } from '../../../lib/runtime/certificates/certificate';
import { openCertificate } from '../../../lib/runtime/hosting/renew-certificate';
import { serve } from '../../../lib/runtime/hosting/start';
import type { GatewaySpecInput } from '../../../lib/spec';
import type { LogEntry } from '../../../lib/runtime/ports';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { ownAuthority } from '../../support/local-authority';
import { until } from '../../support/until';
import { newDirectory } from '../../support/temporary-directory';

ownAuthority();
const DAY_MS = 86_400_000;
afterEach(() => jest.useRealTimers());
const numberOf = ({ cert }: CertifiedKey): string => new X509Certificate(cert).serialNumber;

/** A connection whose client trusts the local authority. */
async function connected(url: string): Promise<TLSSocket> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), ca: readFileSync(localAuthorityFile()), ALPNProtocols: ['http/1.1'] });
  await once(socket, 'secureConnect');
  return socket;
}

/** The number of the certificate that a new client is shown. */
async function shownAt(url: string): Promise<string | undefined> {
  const socket = await connected(url);
  const shown = socket.getPeerX509Certificate()?.serialNumber;
  socket.destroy();
  return shown;
}

async function statusOver(socket: TLSSocket): Promise<string> {
  socket.write('GET /prod/pets HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = await once(socket, 'data') as [Buffer];
  return answer.toString('latin1').slice(0, 12);
}

test('new files are used by the clients that connect after, and broken ones by none', async () => {
  const directory = newDirectory();
  const [httpsCert, httpsKey] = [path.join(directory, 'cert.pem'), path.join(directory, 'key.pem')];
  const write = ({ cert, key }: CertifiedKey): void => {
    writeFileSync(httpsKey, key);
    writeFileSync(httpsCert, cert);
  };
  const [old, renewed] = [await localCertificate(Date.now()), await localCertificate(Date.now())];
  write(old);
  const logged: LogEntry[] = [];
  const source = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()]);
  const serving = await serve({
    source, port: 0, watch: false, shutdownTimeoutMs: 0, httpsCert, httpsKey, log: (entry) => logged.push(entry),
    invokeMiddleware: () => () => Promise.resolve({ type: 'result', payload: '{"statusCode":200}' }),
  });
  const url = serving.apis[0]?.url ?? '';
  const before = await connected(url);
  try {
    expect(before.getPeerX509Certificate()?.serialNumber).toBe(numberOf(old));
    write(renewed);
    await until(() => logged.find(({ message }) => message.startsWith('the certificate was renewed; it is valid until ')));
    expect(await shownAt(url)).toBe(numberOf(renewed));
    expect(await statusOver(before)).toBe('HTTP/1.1 200');
    logged.length = 0;
    writeFileSync(httpsCert, 'half a certif');
    await until(() => logged.find(({ code }) => code === 'HTTPS_CERTIFICATE_INVALID'));
    expect(await shownAt(url)).toBe(numberOf(renewed));
  } finally {
    before.destroy();
    await serving.close();
  }
});

test('one of the local authority is replaced before it expires', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  let now = Date.now();
  const { certificate, renew } = await openCertificate({ options: { https: true }, now: () => now, log: () => undefined });
  const used: CertifiedKey[] = [];
  const next = new Promise<CertifiedKey>((resolve) => {
    const stop = renew((given) => {
      used.push(given);
      resolve(given);
      stop();
    });
  });
  const hourAfter = (days: number): void => {
    now += days * DAY_MS;
    jest.advanceTimersByTime(3_600_000);
  };
  hourAfter(59);
  expect(used).toEqual([]);
  hourAfter(2);
  const { validTo } = new X509Certificate((await next).cert);
  expect(Date.parse(validTo) - now).toBeGreaterThan(89 * DAY_MS);
  expect(await next).not.toEqual(certificate);
  expect(jest.getTimerCount()).toBe(0);
});

test('so is that of the port of a WebSocket API without HTTPS, while it serves', async () => {
  const chat: GatewaySpecInput = { format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat' }, stages: { prod: {} }, resources: {} };
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'setTimeout', 'clearTimeout'] });
  const serving = await serve({ source: writeAssembly(path.join(newDirectory(), 'gateway.out'), [chat]), port: 0, watch: false, shutdownTimeoutMs: 0 });
  const shown = async (): Promise<string | undefined> => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(serving.apis[0]?.url ?? '').port), rejectUnauthorized: false }); // one of the future is not valid yet
    await once(socket, 'secureConnect');
    const number = socket.getPeerX509Certificate()?.serialNumber;
    socket.destroy();
    return number;
  };
  try {
    const first = await shown();
    jest.setSystemTime(Date.now() + 61 * DAY_MS);
    jest.advanceTimersByTime(3_600_000);
    while (await shown() === first);
  } finally {
    await serving.close();
  }
});

test('a renewal that fails is logged, with its code, and changes nothing', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  let now = Date.now();
  const used: CertifiedKey[] = [];
  const stopped: (() => void)[] = [];
  const entry = await new Promise<LogEntry>((resolve, reject) => {
    openCertificate({ options: { https: true }, now: () => now, log: resolve }).then(({ renew }) => {
      stopped.push(renew((given) => used.push(given)));
      now += 4_000 * DAY_MS; // the authority has expired, too
      jest.advanceTimersByTime(3_600_000);
    }, reject);
  });
  stopped.forEach((stop) => stop());
  expect([entry.level, entry.code, used]).toEqual(['error', 'HTTPS_AUTHORITY_UNUSABLE', []]);
});
