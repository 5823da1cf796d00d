import { createServer, type AddressInfo } from 'node:net';
import { fromLsof, namingPortOwner, ownerText, portOwner } from '../../lib/cli/port-owner';
import { GatewayError } from '../../lib/errors';

test.each(['127.0.0.1', '::'])('who listens on %s is found with its name', async (host) => {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, host, resolve); });
  const { port } = server.address() as AddressInfo;
  expect(await portOwner(port)).toEqual({ pid: process.pid, name: expect.any(String) as string });
  await new Promise((resolve) => { server.close(resolve); });
  expect(await portOwner(port)).toBeUndefined();
});

test('a port in use is refused with its owner; other errors stay as they are', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  const refuse = (code: 'PORT_IN_USE' | 'LISTEN_FAILED') => () => Promise.reject(new GatewayError(code, { host: '127.0.0.1', port, holder: '', reason: 'x' }));
  await expect(namingPortOwner(refuse('PORT_IN_USE'))).rejects.toThrow(new RegExp(`port ${port} of 127\\.0\\.0\\.1 is already in use by \\S+ \\(pid ${process.pid}\\)$`));
  await expect(namingPortOwner(refuse('PORT_IN_USE'))).rejects.toMatchObject({ details: { option: '--port' } });
  const ofManagement = () => Promise.reject(new GatewayError('PORT_IN_USE', { host: '127.0.0.1', port, holder: '', option: 'managementPort' }));
  await expect(namingPortOwner(ofManagement)).rejects.toMatchObject({ details: { option: '--management-port' } });
  await expect(namingPortOwner(refuse('LISTEN_FAILED'))).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
  await new Promise((resolve) => { server.close(resolve); });
});

test.each([
  ['p812\ncnode\nf23\n', ' by node (pid 812)'],
  ['p812\n', ' by a process (pid 812)'],
  ['', ''],
])('lsof that prints %j: %j', (output, text) => {
  expect(ownerText(fromLsof(output))).toBe(text);
});
