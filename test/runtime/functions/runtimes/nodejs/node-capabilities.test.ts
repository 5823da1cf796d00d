import { spawnSync } from 'node:child_process';
import { beforeLoadingFile, runtimeFile } from '../../../../support/build-files';

interface Measured {
  readonly major: number;
  readonly flags: readonly string[];
  readonly dataKiB: number;
  readonly user?: object;
}

/** Measures Node in a new process; returns the result, and the number of processes that it started for that. */
function measure(...nodeFlags: readonly string[]): { readonly measured: Measured; readonly processes: number } {
  const program = `
    require(${JSON.stringify(beforeLoadingFile)}).recordEmptyProcess();
    const childProcess = require('node:child_process');
    const { execFile } = childProcess;
    let processes = 0;
    childProcess.execFile = (...given) => { processes += 1; return execFile(...given); };
    require(${JSON.stringify(runtimeFile)}).measureNode(process.execPath).then((node) => {
      console.log(JSON.stringify({ processes, measured: { ...node, flags: [...node.flags].sort() } }));
    });
  `;
  const { stdout, stderr } = spawnSync(process.execPath, nodeFlags, { encoding: 'utf8', input: program, env: {} });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ReturnType<typeof measure>;
}

test('a process knows its own Node as well as one that is started to measure it', () => {
  const own = measure();
  // a process with an option of its own may take more, so another is started
  const measured = measure('--stack-trace-limit=11');
  expect([own.processes, measured.processes]).toEqual([0, 1]);
  const { dataKiB, ...rest } = own.measured;
  const { dataKiB: measuredKiB, ...measuredRest } = measured.measured;
  expect(rest).toEqual(measuredRest);
  expect(rest.major).toBe(Number.parseInt(process.versions.node, 10));
  expect(Math.abs(dataKiB - measuredKiB)).toBeLessThan(4096);
});
