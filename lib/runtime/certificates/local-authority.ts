import { createPrivateKey, createPublicKey, randomUUID, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { CertifiedKey } from './certificate';

const CERTIFICATE = 'certificate.pem';
const KEY = 'key.pem';

/** The certificate to trust: the user's own, for all projects. @see https://specifications.freedesktop.org/basedir-spec/latest/ */
export function localAuthorityFile(): string {
  return path.join(directory(), CERTIFICATE);
}

function directory(): string {
  const dataHome = process.env.XDG_DATA_HOME ?? '';
  const data = path.isAbsolute(dataHome) ? dataHome : path.join(homedir(), '.local', 'share');
  return path.join(data, 'synthgate', 'authority');
}

/** A certificate by the authority of this machine, made at the first call and kept: it is trusted once. @throws HTTPS_AUTHORITY_UNUSABLE */
export async function localCertificate(nowMs: number): Promise<CertifiedKey> {
  // loaded here, because few gateways need it
  const { certifyLocalServer, makeAuthority } = await import('./certificate');
  const folder = directory();
  try {
    const authority = read(folder) ?? keep(folder, makeAuthority(nowMs));
    const cert = new X509Certificate(authority.cert);
    const key = createPrivateKey(authority.key);
    if (!createPublicKey(authority.cert).equals(createPublicKey(key))) throw new Error('the key is not that of the certificate');
    if (Date.parse(cert.validTo) < nowMs) throw new Error(`it expired on ${cert.validTo}`);
    return certifyLocalServer({ cert, key }, nowMs);
  } catch (cause) {
    throw new GatewayError('HTTPS_AUTHORITY_UNUSABLE', { directory: folder, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
  }
}

function read(folder: string): CertifiedKey | undefined {
  try {
    return { cert: readFileSync(path.join(folder, CERTIFICATE), 'utf8'), key: readFileSync(path.join(folder, KEY), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // what reading a file throws
    throw error;
  }
}

/** Written whole under another name; if another process was first, its authority counts. */
function keep(folder: string, made: CertifiedKey): CertifiedKey {
  const fresh = `${folder}.${randomUUID()}`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path.join(fresh, KEY), made.key, { mode: 0o600 });
    writeFileSync(path.join(fresh, CERTIFICATE), made.cert);
    renameSync(fresh, folder);
    return made;
  } catch (error) {
    rmSync(fresh, { recursive: true });
    const authority = read(folder);
    if (authority === undefined) throw error;
    return authority;
  }
}
