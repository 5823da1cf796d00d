import { createServer } from 'node:net';
import { measureNode, unsettableLimits } from '../../runtime';
import { messageOf } from '../error-stack';
import { ownerText, portOwner } from '../port-owner';
import { error, ok, warning, type Finding } from './finding';

/** Checks which isolation and limits of functions this machine supports, and whether the port of the gateway is free. */
export async function checkSystem(port: number): Promise<Finding[]> {
  return [...await checkIsolation(), await checkPort(port)];
}

async function checkIsolation(): Promise<Finding[]> {
  try {
    const { flags, dataKiB, user } = await measureNode(process.execPath);
    const unsettable = await unsettableLimits(dataKiB);
    const hasPermissions = flags.has('--permission') || flags.has('--experimental-permission');
    return [
      hasPermissions ? ok('permission model', 'supported: functions read their own code only')
        : warning('permission model', 'not supported by this Node', 'Use a Node with --permission; until then functions may read all files of this user.'),
      unsettable.length === 0 ? ok('limits of functions', 'all can be set')
        : warning('limits of functions', `cannot be set: ${unsettable.join(', ')}`, 'Raise the limits of this shell: ulimit -H -a lists them.'),
      ok('user of functions', user === undefined ? 'your own; as root, the gateway gives functions another' : `uid ${user.uid}`),
    ];
  } catch (thrown) {
    return [error('isolation of functions', messageOf(thrown), 'Check that this Node can start processes.')];
  }
}

async function checkPort(port: number): Promise<Finding> {
  const subject = `port ${port}`;
  if (await isFree(port)) return ok(subject, 'free');
  return warning(subject, `in use${ownerText(await portOwner(port))}`, 'Stop that program, or pass --port. Without --port, dev takes the next free one.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}
