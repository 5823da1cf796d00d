import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Agent, request as httpsRequest } from 'node:https';
import { GatewayError } from '../../lib/errors';
import { petsSpec, writeAssembly } from '../support/assembly';
import { ownAuthority } from '../support/local-authority';
import { startCommand, type RunningCommand } from '../support/served-command';
import { FLAGS, frame, FRAMES, PREFACE, requestHead } from '../suites/http2-frames';
import { newDirectory } from '../support/temporary-directory';

/* A client that breaks its connection off, at whatever moment, ends that connection: the processes of the gateway stay the same ones. */

/** Answers after as many ms as the path says. */
const CODE = `exports.handler = async ({ pathParameters }) => {
  await new Promise((resolve) => setTimeout(resolve, Number(pathParameters?.id) || 0));
  return { statusCode: 200, body: 'hello' };
};`;

/** Signs in the log that a process has ended, or has seen an error that nothing handles. */
const SIGNS = /WORKER_ENDED|Unhandled|UNCAUGHT_ERROR|INTERNAL/;

test('an error that nothing handles is a sign', () => {
  const { code, message } = new GatewayError('UNCAUGHT_ERROR', { count: 1, total: 1, reason: 'boom' });
  expect(JSON.stringify({ level: 'error', code, message })).toMatch(SIGNS);
});

const MODES = [
  ['one process', []],
  ['two processes', ['--processes', '2']],
  ['one process over TLS', ['--https']],
  ['two processes over TLS', ['--https', '--processes', '2']],
] as const;

ownAuthority();
/** The entry that is logged once a gateway serves. */
interface Served {
  readonly apis: readonly { readonly url: string }[];
  readonly management: { readonly url: string; readonly tokenFile: string };
  readonly lambdaEndpoint: string;
  readonly processes: readonly number[];
}

describe.each(MODES)('%s', (_, flags) => {
  let command: RunningCommand;
  let served: Served;
  let token: string;
  const isEncrypted = flags.some((flag) => flag === '--https');
  const portOf = (url: string): number => Number(new URL(url).port);
  const apiPort = (): number => portOf(served.apis[0]?.url ?? '');

  beforeAll(async () => {
    const directory = newDirectory();
    writeAssembly(`${directory}/gateway.out`, [petsSpec()], CODE);
    command = startCommand(directory, [
      'serve', 'gateway.out', '--port', '0', '--management-port', '0', '--lambda-endpoint', '--json-logs', '--no-watch', ...flags,
    ]);
    const [line] = await command.sees(/^.*"message":"serving".*$/m);
    served = JSON.parse(line) as Served; // the entry `serving`
    token = readFileSync(served.management.tokenFile, 'utf8').trim();
  });

  // how it stops is not judged here
  afterAll(async () => {
    command.child.kill('SIGKILL');
    await command.ended;
  });

  /** The same processes run and answer, and none has seen an error that nobody handles. */
  async function isIntact(): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 8 }, () => status(`${served.apis[0]?.url}/prod/pets/0`)));
    expect(answers).toEqual(answers.map(() => 200));
    // wrong tokens are limited, also those of the connections before
    expect((await fetch(`${served.management.url}/health`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await fetch(served.lambdaEndpoint, { method: 'POST' })).status).toBe(403);
    expect([command.child.exitCode, command.child.signalCode]).toEqual([null, null]);
    for (const pid of served.processes) expect(process.kill(pid, 0)).toBe(true);
    expect(command.printed()).not.toMatch(SIGNS);
  }

  /** A connection, encrypted if the port's are. */
  async function dial(port: number, isTls: boolean, protocol = 'http/1.1'): Promise<{ readonly raw: Socket; readonly socket: Socket | TLSSocket }> {
    const raw = connect(port, '127.0.0.1');
    raw.on('error', () => undefined);
    await once(raw, 'connect');
    if (!isTls) return { raw, socket: raw };
    const socket = connectTls({ socket: raw, ALPNProtocols: [protocol], rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    return { raw, socket };
  }

  /** Sends bytes on connections of their own, and resets each one as soon as they have left. */
  async function sendAndReset(port: number, isTls: boolean, text: string): Promise<void> {
    for (let index = 0; index < 20; index++) {
      const { raw, socket } = await dial(port, isTls);
      await new Promise((resolve) => { socket.write(text, resolve); });
      if (index % 2 === 0) await new Promise((resolve) => { setTimeout(resolve, index % 5); });
      raw.resetAndDestroy();
    }
  }

  describe.each([
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['bytes that are not a request', 'nothing\r\n\r\nof the kind'],
    ['a body that is not sent', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc'],
    ['an expectation', 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n'],
    ['two requests', 'GET /prod/pets/20 HTTP/1.1\r\nHost: a\r\n\r\nGET /prod/pets HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n'],
  ])('%s and a reset', (_name, text) => {
    test('end nothing but the connection, on the port of the API', async () => {
      await sendAndReset(apiPort(), isEncrypted, text);
      await isIntact();
    });

    test('nor do they on the management port and the Lambda endpoint', async () => {
      await sendAndReset(portOf(served.management.url), false, text);
      await sendAndReset(portOf(served.lambdaEndpoint), false, text);
      await isIntact();
    });
  });

  const testEncrypted = isEncrypted ? test : () => undefined;
  testEncrypted('open requests over HTTP/2 and a flood of what costs nothing end nothing but the connection', async () => {
    for (const open of [1, 5, 20]) {
      const { socket } = await dial(apiPort(), true, 'h2');
      const closed = new Promise((resolve) => { socket.once('close', resolve); });
      const heads = Array.from({ length: open }, (__, index) =>
        frame({ type: FRAMES.HEADERS, flags: FLAGS.END_STREAM | FLAGS.END_HEADERS, stream: 2 * index + 1 }, requestHead('/prod/pets/300')));
      const pings = Array.from({ length: 300 }, () => frame({ type: FRAMES.PING }, Buffer.alloc(8)));
      socket.resume().write(Buffer.concat([PREFACE, ...heads, ...pings]));
      await closed;
    }
    await isIntact();
  });
});

function status(url: string): Promise<number | undefined> {
  if (url.startsWith('http:')) return fetch(url).then((response) => response.status);
  return new Promise((resolve, reject) => {
    httpsRequest(url, { agent: new Agent({ keepAlive: false }), rejectUnauthorized: false }, (message) => {
      message.resume().on('end', () => resolve(message.statusCode));
    }).on('error', reject).end();
  });
}
