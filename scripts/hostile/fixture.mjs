// Everything around the cases: keys, backend and observer in this process, the gateway in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askFixture } from './check-fixture.mjs';
import { startGateway } from './gateway.mjs';
import { startIssuer } from './issuer.mjs';
import { startObserver } from './observer.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The running fixture: `ports`, `observer`, `gateway`, `folders` and `close`. */
export async function startFixture() {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-hostile-'));
  const [observer, issuer] = await Promise.all([startObserver(), startIssuer()]);
  const assembly = path.join(folder, 'gateway.out');
  synthesize(assembly, {
    HOSTILE_OBSERVER: observer.url,
    HOSTILE_UPLOAD: `${observer.url}/upload`,
    HOSTILE_ISSUER: issuer.url,
    HOSTILE_JWKS: issuer.keysUrl,
  });
  const gateway = await startGateway({ program: path.join(root, 'bin', 'synthgate'), assembly });
  const close = async () => {
    await gateway.close();
    await Promise.all([observer.close(), issuer.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const fixture = {
    ports: gateway.ports,
    observer,
    gateway,
    // The only address the gateway itself may connect to, besides its functions and this one's backend.
    ownPorts: new Set([observer.port, issuer.port]),
    folder,
    close,
  };
  try {
    await askFixture(fixture, issuer.token());
    return fixture;
  } catch (error) {
    await close();
    throw error;
  }
}

function synthesize(assembly, environment) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'bin', 'synthgate'), 'synth', '--app', path.join(root, 'test', 'hostile', 'app.ts'), '--output', assembly],
    { cwd: path.dirname(assembly), env: { ...process.env, ...environment }, encoding: 'utf8' },
  );
  if (status !== 0) {
    throw new Error(`the fixture cannot be synthesized:\n${stdout}${stderr}`);
  }
}
