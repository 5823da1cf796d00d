import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { GatewayError } from '../../errors';
import { describeProtocol } from '../../spec';
import { localAuthorityFile } from '../certificates/local-authority';
import { isHttps, isOwnHost } from '../certificates/server-certificate';
import type { LoadedApi } from '../plan/loaded';
import { openCertificate, type RenewalParts, type UsedCertificate } from './renew-certificate';

/** A certificate for a WebSocket API that is served without HTTPS: functions call `https://`, as on AWS. Undefined if the host has none. */
export async function connectionCertificate({ options, now, log }: RenewalParts): Promise<UsedCertificate | undefined> {
  if (isHttps(options) || !isOwnHost(options.host)) return undefined;
  try {
    return await openCertificate({ options: { ...options, https: true }, now, log });
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    log({ level: 'warn', code: error.code, message: `functions reach the connections of WebSocket APIs over http:// only: ${error.message}` });
    return undefined;
  }
}

/** The variables with which AWS's clients in functions trust the certificates of this machine, and the files that they name. */
export class ConnectionTrust {
  #directory: string | undefined;
  #variables: Readonly<Record<string, string>> = {};

  public constructor(private readonly parts: RenewalParts) {}

  /** For functions of WebSocket APIs. */
  public get variables(): Readonly<Record<string, string>> {
    return this.#variables;
  }

  public async open(apis: readonly Pick<LoadedApi, 'definition'>[]): Promise<void> {
    const { options } = this.parts;
    if (!apis.some(({ definition }) => describeProtocol(definition).keepsConnections)) return;
    const isLocal = isHttps(options) ? options.httpsCert === undefined : await connectionCertificate(this.parts) !== undefined;
    if (!isLocal) return;
    // functions may run as another user, who cannot read the files of the authority
    this.#directory = mkdtempSync(join(tmpdir(), 'synthgate-trust-'));
    chmodSync(this.#directory, 0o755);
    const authority = readFileSync(localAuthorityFile(), 'utf8');
    this.#variables = {
      NODE_EXTRA_CA_CERTS: this.#write(this.#directory, 'authority.pem', authority),
      // what other languages read replaces the authorities of the system
      AWS_CA_BUNDLE: this.#write(this.#directory, 'bundle.pem', [authority, ...rootCertificates].join('\n')),
    };
  }

  public readonly close = (): void => {
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
  };

  #write(directory: string, name: string, text: string): string {
    const file = join(directory, name);
    writeFileSync(file, text, { mode: 0o644 });
    return file;
  }
}
