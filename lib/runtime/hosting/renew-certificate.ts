import { X509Certificate } from 'node:crypto';
import { GatewayError } from '../../errors';
import type { CertifiedKey } from '../certificates/certificate';
import { serverCertificate, type HttpsOptions } from '../certificates/server-certificate';
import type { SystemPorts } from '../ports';
import { signatureOf, watch } from '../system/watch';

const FILES_MS = 500;
/** How often it is checked whether a certificate of the local authority expires soon. */
const EXPIRY_MS = 3_600_000;
/** A third of the time for which it is valid. */
const EARLY_MS = 30 * 24 * 3_600_000;

export interface RenewalParts {
  readonly options: HttpsOptions;
  readonly now: () => number;
  readonly log: SystemPorts['log'];
}

export type UsedCertificate = Awaited<ReturnType<typeof openCertificate>>;

/**
 * The certificate of the options, and what renews it: new content of the given files, or another one of the local authority in time.
 * One that cannot be used is logged, and the last good one stays in use.
 * @throws OPTION_INVALID, HTTPS_CERTIFICATE_INVALID, HTTPS_AUTHORITY_UNUSABLE
 */
export async function openCertificate(parts: RenewalParts) {
  const { options, now, log } = parts;
  const { httpsCert, httpsKey } = options;
  const watched = { files: [httpsCert, httpsKey].filter((file) => file !== undefined), directories: [] };
  const before = await signatureOf(watched); // a change while they are read counts
  const first = await serverCertificate(options, now());
  if (first === undefined) return { certificate: undefined, renew: () => () => undefined };
  let last = first;
  const renew = async (use: (certificate: CertifiedKey) => void): Promise<void> => {
    try {
      const next = await serverCertificate(options, now());
      if (next === undefined) return;
      last = next;
      use(next);
      log({ level: 'info', message: `the certificate was renewed; it is valid until ${validTo(next)}` });
    } catch (error) {
      log({
        level: 'error',
        message: `the certificate is not renewed; the one in use is valid until ${validTo(last)}: ${error instanceof Error ? error.message : String(error)}`,
        ...(GatewayError.isGatewayError(error) ? { code: error.code } : {}),
      });
    }
  };
  return {
    /** Undefined without HTTPS. */
    certificate: first,
    /** Replaces it whenever its files change, or before it expires. @returns ends that */
    renew: (use: (certificate: CertifiedKey) => void): () => void => {
      if (watched.files.length > 0) return watch({ watched, before, intervalMs: FILES_MS }, () => renew(use));
      const timer = setInterval(() => {
        if (Date.parse(validTo(last)) - now() < EARLY_MS) void renew(use);
      }, EXPIRY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

function validTo({ cert }: CertifiedKey): string {
  return new X509Certificate(cert).validTo;
}
