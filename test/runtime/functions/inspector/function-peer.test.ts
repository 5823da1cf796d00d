import { once } from 'node:events';
import fs from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { isFromFunction, KNOWS_PEERS } from '../../../../lib/runtime/functions/inspector/function-peer';

const testPeers = KNOWS_PEERS ? test : test.skip;

afterEach(() => { jest.restoreAllMocks(); });

/** The server's side of a connection that this process has made to itself. */
async function withConnection(run: (socket: Socket) => void): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens on TCP
  const [socket] = await once(server, 'connection') as [Socket];
  try {
    run(socket);
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
}

const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

/** Has the system refuse to read these files. */
function refuse(method: 'readFileSync' | 'readdirSync' | 'readlinkSync', isRefused: (file: string) => boolean, code: string): void {
  const read = fs[method] as (...values: unknown[]) => unknown;
  jest.spyOn(fs, method).mockImplementation((...values: unknown[]) => {
    if (isRefused(String(values[0]))) throw refusal(code);
    return read(...values) as never;
  });
}

const isOther = (file: string): boolean => /^\/proc\/\d+\/stat$/.test(file) && file !== `/proc/${process.pid}/stat`;

testPeers('a connection of a process that is none of a function\'s is not from one', async () => {
  await withConnection((socket) => expect(isFromFunction(socket, new Set())).toBe(false));
});

describe.each(['EPERM', 'EACCES'])('where processes of others may not be looked at (%s)', (code) => {
  testPeers('a connection is not from a function if its holder is known', async () => {
    await withConnection((socket) => {
      refuse('readFileSync', isOther, code);
      expect(isFromFunction(socket, new Set())).toBe(false);
    });
  });

  testPeers('it may be from one if its holder is not', async () => {
    await withConnection((socket) => {
      refuse('readFileSync', (file) => /^\/proc\/\d+\/stat$/.test(file), code);
      expect(isFromFunction(socket, new Set())).toBe(true);
    });
    await withConnection((socket) => {
      jest.restoreAllMocks();
      refuse('readFileSync', isOther, code);
      refuse('readdirSync', (file) => file.endsWith('/fd'), code);
      expect(isFromFunction(socket, new Set())).toBe(true);
    });
  });

  testPeers('it may be from a function whose files may not be looked at', async () => {
    const { 5: session } = fs.readFileSync(`/proc/${process.pid}/stat`, 'utf8').replace(/^.*\) /, '0 0 ').split(' ');
    await withConnection((socket) => {
      refuse('readdirSync', (file) => file.endsWith('/fd'), code);
      expect(isFromFunction(socket, new Set([Number(session)]))).toBe(true);
    });
  });
});
