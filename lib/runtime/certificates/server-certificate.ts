import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { GatewayError } from '../../errors';
import type { CertifiedKey } from './certificate';
import { localCertificate } from './local-authority';

export interface HttpsOptions {
  readonly https?: boolean | undefined;
  readonly httpsCert?: string | undefined;
  readonly httpsKey?: string | undefined;
  readonly host?: string | undefined;
}

/** Addresses at which this machine reaches itself: its own, and those that stand for all. */
const OWN_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::']);

/** Whether the local authority certifies a host. */
export function isOwnHost(host = 'localhost'): boolean {
  return OWN_HOSTS.has(host);
}

export function isHttps({ https, httpsCert }: HttpsOptions): boolean {
  return https === true || httpsCert !== undefined;
}

export function isLocalAuthorityUsed(options: HttpsOptions): boolean {
  return isHttps(options) && options.httpsCert === undefined;
}

/** The given certificate, or one of the local authority. @throws OPTION_INVALID, HTTPS_CERTIFICATE_INVALID, HTTPS_AUTHORITY_UNUSABLE */
export async function serverCertificate(options: HttpsOptions, nowMs: number): Promise<CertifiedKey | undefined> {
  const { httpsCert, httpsKey, host = 'localhost' } = options;
  if (httpsCert !== undefined && httpsKey !== undefined) return readCertificate(httpsCert, httpsKey, nowMs);
  if (httpsCert !== undefined) throw new GatewayError('OPTION_INVALID', { option: 'httpsCert', given: httpsCert, allowed: 'it together with httpsKey, the file with its private key' });
  if (httpsKey !== undefined) throw new GatewayError('OPTION_INVALID', { option: 'httpsKey', given: httpsKey, allowed: 'it together with httpsCert, the file with its certificate' });
  if (!isHttps(options)) return undefined;
  if (!OWN_HOSTS.has(host)) {
    const allowed = `used with httpsCert and httpsKey on the host ${host}: the local authority certifies localhost alone`;
    throw new GatewayError('OPTION_INVALID', { option: 'https', given: 'true', allowed });
  }
  return localCertificate(nowMs);
}

function readCertificate(certFile: string, keyFile: string, nowMs: number): CertifiedKey {
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch (cause) {
      throw invalid(file, cause);
    }
  };
  const [cert, key] = [read(certFile), read(keyFile)];
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw invalid(`${certFile} with ${keyFile}`, cause);
  }
  const { validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) < nowMs) throw invalid(certFile, new Error(`it expired on ${validTo}`));
  return { cert, key };
}

function invalid(file: string, cause: unknown): GatewayError {
  return new GatewayError('HTTPS_CERTIFICATE_INVALID', { file, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
}
