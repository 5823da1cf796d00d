import { createServer, type AddressInfo } from 'node:net';
import { fromLsof, ownerText, portOwner } from '../../lib/cli/port-owner';

test.each(['127.0.0.1', '::'])('who listens on %s is found with its name', async (host) => {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, host, resolve); });
  const { port } = server.address() as AddressInfo;
  expect(await portOwner(port)).toEqual({ pid: process.pid, name: expect.any(String) as string });
  await new Promise((resolve) => { server.close(resolve); });
  expect(await portOwner(port)).toBeUndefined();
});

test.each([
  ['p812\ncnode\nf23\n', ' by node (pid 812)'],
  ['p812\n', ' by a process (pid 812)'],
  ['', ''],
])('lsof that prints %j: %j', (output, text) => {
  expect(ownerText(fromLsof(output))).toBe(text);
});
