import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/* `npm run audit`, with an npm that answers what a test says: what a registry knows changes, and some are not reachable. */

let directory: string;
beforeEach(() => { directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-')); });
afterEach(() => rmSync(directory, { recursive: true }));

function audit(answer: string) {
  writeFileSync(path.join(directory, 'answer'), answer);
  writeFileSync(path.join(directory, 'npm'), `#!/bin/sh\ncat '${path.join(directory, 'answer')}'\n`, { mode: 0o755 });
  const script = path.resolve(__dirname, '..', 'scripts', 'audit.mjs');
  return spawnSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, PATH: `${directory}:${process.env.PATH ?? ''}` } });
}

const vulnerability = (name: string) => ({ [name]: { name, severity: 'high', range: '<9.9.9' } });

test('a vulnerability of a bundled package fails it, one of a tool does not', () => {
  const { status, stdout, stderr } = audit(JSON.stringify({ vulnerabilities: { ...vulnerability('jose'), ...vulnerability('jest') } }));
  expect([status, stderr]).toEqual([1, 'jose <9.9.9: high\n']);
  expect(stdout).toMatch(/^\d+ bundled packages, 1 with known vulnerabilities\n$/);
  expect(audit(JSON.stringify({ vulnerabilities: vulnerability('jest') })).status).toBe(0);
});

test.each(['{"message":"405 Method Not Allowed","error":{"summary":"audit endpoint returned an error"}}', ''])(
  'where no advisories can be fetched it fails with 2, says so, and lists versions with their dates: %j', (answer) => {
    const { status, stdout } = audit(answer);
    expect([status, stdout]).toEqual([2, expect.stringMatching(/^No advisories could be fetched\.[^]*\n {2}zod \d+\.\d+\.\d+, registry date \d{4}-\d{2}-\d{2}\n/)]);
  },
);
