// Everything around the cases: keys, backend and observer in this process, the gateway in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program, repository } from '../repository';
import { checkFixture } from './check-fixture';
import { startIssuer } from './issuer';
import { startObserver, type Observer } from './observer';
import { startGateway, type GatewayProcess, type Ports } from './serve-gateway';

export interface Fixture {
  readonly ports: Ports;
  readonly observer: Observer;
  readonly gateway: GatewayProcess;
  /** The only ports that the gateway itself may connect to. */
  readonly ownPorts: ReadonlySet<number>;
  /** Directory of the assembly and the state. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Starts it; it is closed again when it does not work. */
export async function startFixture(): Promise<Fixture> {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-hostile-'));
  const [observer, issuer] = await Promise.all([startObserver(), startIssuer()]);
  const assembly = path.join(folder, 'gateway.out');
  synthesize(assembly, {
    HOSTILE_OBSERVER: observer.url,
    HOSTILE_UPLOAD: `${observer.url}/upload`,
    HOSTILE_ISSUER: issuer.url,
    HOSTILE_JWKS: issuer.keysUrl,
  });
  const gateway = await startGateway(assembly);
  const close = async (): Promise<void> => {
    await gateway.close();
    await Promise.all([observer.close(), issuer.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const fixture = { ports: gateway.ports, observer, gateway, ownPorts: new Set([observer.port, issuer.port]), folder, close };
  try {
    await checkFixture(fixture, issuer.token());
    return fixture;
  } catch (error) {
    await close();
    throw error;
  }
}

function synthesize(assembly: string, environment: Readonly<Record<string, string>>): void {
  const app = path.join(repository, 'test', 'suites', 'hostile', 'gateway', 'app.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'synth', '--app', app, '--output', assembly], {
    cwd: path.dirname(assembly), env: { ...process.env, ...environment }, encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the fixture cannot be synthesized:\n${stdout}${stderr}`);
}
