import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as z from 'zod';
import { remembered } from '../search';
import { emptyProcess } from './empty-process';
import { canReach, otherUser, type FunctionUser } from '../../process/function-user';

/** The memory that a Node binary needs before it runs any function code, and the flags that it supports. */
export interface NodeCapabilities {
  readonly major: number;
  readonly flags: ReadonlySet<string>;
  /** Private writable memory of an empty process, in KiB: 49 MB for Node 20 and 22, 573 MB for Node 24. Linux only. */
  readonly dataKiB?: number;
  /** The user that runs it for functions; none where only the gateway's own can. */
  readonly user?: FunctionUser;
}

const measurements = remembered<NodeCapabilities>();
const PROGRAM = `
let status = '';
try { status = require('node:fs').readFileSync('/proc/self/status', 'utf8'); } catch {}
const flags = [...process.allowedNodeEnvironmentFlags];
process.stdout.write(JSON.stringify({ version: process.versions.node, status, flags }));
`;
const answerSchema = z.object({ version: z.string(), status: z.string(), flags: z.array(z.string()) });

/** Measures once per binary; memory limits are relative to Node's own memory. */
export function measureNode(nodePath: string): Promise<NodeCapabilities> {
  return measurements(nodePath, () => measure(nodePath));
}

async function measure(nodePath: string): Promise<NodeCapabilities> {
  const user = otherUser();
  if (user === undefined || !canReach(realpathSync(tmpdir()), user)) return ownCapabilities(nodePath) ?? measureBinary(nodePath);
  // it may be in a directory that only the gateway's own user can enter
  return ownCapabilities(nodePath, user) ?? measureBinary(nodePath, user).catch(() => measureBinary(nodePath));
}

/** Returns the capabilities of the binary that runs this process, if they were recorded and the user can reach it. */
function ownCapabilities(nodePath: string, user?: FunctionUser): NodeCapabilities | undefined {
  const own = nodePath === process.execPath ? emptyProcess() : undefined;
  if (own === undefined || (user !== undefined && !canReach(realpathSync(nodePath), user))) return undefined;
  return capabilitiesOf({ version: process.versions.node, status: own.status, flags: [...process.allowedNodeEnvironmentFlags] }, user);
}

/** Takes about 45 ms. */
function measureBinary(nodePath: string, user?: FunctionUser): Promise<NodeCapabilities> {
  return new Promise((resolve, reject) => {
    execFile(nodePath, ['-e', PROGRAM], { env: {}, timeout: 10_000, ...(user === undefined ? {} : { ...user, cwd: '/' }) }, (error, output) => {
      if (error !== null) {
        reject(error);
        return;
      }
      try {
        resolve(capabilitiesOf(answerSchema.parse(JSON.parse(output)), user));
      } catch (cause) {
        reject(new Error(`${nodePath} is not a Node executable: it answered ${JSON.stringify(output.slice(0, 100))}`, { cause }));
      }
    });
  });
}

function capabilitiesOf({ version, status, flags }: z.infer<typeof answerSchema>, user: FunctionUser | undefined): NodeCapabilities {
  const dataKiB = /^VmData:\s*(\d+) kB/m.exec(status)?.[1];
  return {
    major: Number.parseInt(version, 10),
    flags: new Set(flags),
    ...(dataKiB === undefined ? {} : { dataKiB: Number(dataKiB) }),
    ...(user === undefined ? {} : { user }),
  };
}
