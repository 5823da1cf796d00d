const NO_PATH = 'PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: '
  + 'unable to find valid certification path to requested target';
const NOT_VALID_NOW = 'PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed';

/**
 * The reason why a certificate was not accepted, in Node's words, and the failure in the service's, for the execution log.
 * @see https://repost.aws/knowledge-center/api-gateway-ssl-certificate-errors,
 * https://repost.aws/knowledge-center/api-gateway-500-error-vpc (host name)
 */
export function certificateFailure(code: string, cause: unknown): Readonly<Record<'reason' | 'failure', string>> {
  return { reason: `${String(member(cause, 'message'))} (${code})`, failure: serviceText(code, cause) };
}

function serviceText(code: string, cause: unknown): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return NOT_VALID_NOW;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `Host name '${String(member(cause, 'host'))}' does not match the certificate subject provided by the peer (${subjectOf(cause)})`;
    default:
      return NO_PATH;
  }
}

/** As Java prints it: the last part comes first. */
function subjectOf(cause: unknown): string {
  const subject = member(member(cause, 'cert'), 'subject');
  return Object.entries(Object(subject) as object).reverse().map(([name, value]) => `${name}=${String(value)}`).join(', ');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined; // an object, by the check
}
