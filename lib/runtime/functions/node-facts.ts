import { execFile } from 'node:child_process';

/** What a Node binary needs before it runs any code of a function. */
export interface NodeFacts {
  readonly major: number;
  /** Private writable memory of an empty process, in KiB: 49 MB for Node 20 and 22, 573 MB for Node 24. Linux only. */
  readonly dataKiB?: number;
}

const known = new Map<string, Promise<NodeFacts>>();
const PROGRAM = `
let status = '';
try { status = require('node:fs').readFileSync('/proc/self/status', 'utf8'); } catch {}
process.stdout.write(process.versions.node + '\\n' + status);
`;

/** Measures once per binary, about 45 ms; limits on memory must be set relative to what Node takes for itself. */
export function measureNode(nodePath: string): Promise<NodeFacts> {
  const facts = known.get(nodePath) ?? measure(nodePath);
  known.set(nodePath, facts);
  // a failure is not remembered: the binary may be there the next time
  facts.catch(() => known.delete(nodePath));
  return facts;
}

function measure(nodePath: string): Promise<NodeFacts> {
  return new Promise((resolve, reject) => {
    execFile(nodePath, ['-e', PROGRAM], { env: {}, timeout: 10_000 }, (error, output) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const dataKiB = /^VmData:\s*(\d+) kB/m.exec(output)?.[1];
      resolve({ major: Number.parseInt(output, 10), dataKiB: dataKiB === undefined ? undefined : Number(dataKiB) });
    });
  });
}
