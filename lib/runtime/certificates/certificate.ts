import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier, AttributeTypeAndValue, AttributeValue, AuthorityKeyIdentifier, BasicConstraints, Certificate, Extension,
  Extensions, ExtendedKeyUsage, GeneralName, GeneralSubtree, GeneralSubtrees, id_ce_authorityKeyIdentifier, id_ce_basicConstraints,
  id_ce_extKeyUsage, id_ce_keyUsage, id_ce_nameConstraints, id_ce_subjectAltName, id_ce_subjectKeyIdentifier, id_kp_serverAuth,
  KeyIdentifier, KeyUsage, KeyUsageFlags, Name, NameConstraints, RelativeDistinguishedName, SubjectAlternativeName,
  SubjectKeyIdentifier, SubjectPublicKeyInfo, TBSCertificate, Validity, Version,
} from '@peculiar/asn1-x509';
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';

/** A certificate and its private key, as PEM. */
export interface CertifiedKey {
  readonly cert: string;
  readonly key: string;
}

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AUTHORITY_DAYS = 3_650;
/** Browsers refuse certificates that are valid for more than 398 days. */
const SERVER_DAYS = 90;
const LOCAL_NAMES = ['localhost'];
const LOCAL_ADDRESSES = ['127.0.0.1', '::1'];
/** The networks that contain 127.0.0.1 and ::1. */
const LOCAL_NETWORKS = ['127.0.0.0/8', '::1/128'];

/** An authority that can certify servers of this machine alone, so that its key is worth nothing elsewhere. */
export function makeAuthority(nowMs: number): CertifiedKey {
  const { publicKey, privateKey } = newKeys();
  const name = nameOf('synthgate local authority');
  const permitted = generalNames(LOCAL_NAMES, LOCAL_NETWORKS).map((base) => new GeneralSubtree({ base }));
  return certify({
    issuer: name, subject: name, publicKey, privateKey, signingKey: privateKey, nowMs, days: AUTHORITY_DAYS,
    extensions: [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
      extension(id_ce_nameConstraints, new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permitted) }), true),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdOf(publicKey))),
    ],
  });
}

/** A server of this machine: `localhost` and its addresses. @param hosts - other names; clients refuse them */
export function certifyLocalServer(
  authority: { readonly cert: X509Certificate; readonly key: KeyObject }, nowMs: number, hosts: readonly string[] = LOCAL_NAMES,
): CertifiedKey {
  const { publicKey, privateKey } = newKeys();
  const names = generalNames(hosts, LOCAL_ADDRESSES);
  const keyIdentifier = new KeyIdentifier(keyIdOf(authority.cert.publicKey));
  return certify({
    issuer: AsnConvert.parse(authority.cert.raw, Certificate).tbsCertificate.subject, subject: nameOf('localhost'),
    publicKey, privateKey, signingKey: authority.key, nowMs, days: SERVER_DAYS,
    extensions: [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(names)),
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier })),
    ],
  });
}

interface Certified {
  readonly issuer: Name;
  readonly subject: Name;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly nowMs: number;
  readonly days: number;
  readonly extensions: readonly Extension[];
}

function certify({ issuer, subject, publicKey, privateKey, signingKey, nowMs, days, extensions }: Certified): CertifiedKey {
  const signature = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const serialNumber = randomBytes(16);
  serialNumber[0] = (serialNumber[0] ?? 0) & 0x7f | 0x40; // positive, and of full length
  const tbsCertificate = new TBSCertificate({
    version: Version.v3, serialNumber: bytesOf(serialNumber), signature, issuer, subject,
    // clocks of clients may be a little late
    validity: new Validity({ notBefore: new Date(nowMs - HOUR_MS), notAfter: new Date(nowMs + days * DAY_MS) }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([...extensions]),
  });
  const signatureValue = bytesOf(sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), signingKey));
  const der = AsnConvert.serialize(new Certificate({ tbsCertificate, signatureAlgorithm: signature, signatureValue }));
  return { cert: new X509Certificate(Buffer.from(der)).toString(), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function nameOf(text: string): Name {
  const attribute = new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: text }) });
  return new Name([new RelativeDistinguishedName([attribute])]);
}

function generalNames(names: readonly string[], addresses: readonly string[]): GeneralName[] {
  return [...names.map((dNSName) => new GeneralName({ dNSName })), ...addresses.map((iPAddress) => new GeneralName({ iPAddress }))];
}

function extension(extnID: string, value: unknown, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** @see RFC 5280 §4.2.1.2, method 1 */
function keyIdOf(publicKey: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo);
  return bytesOf(createHash('sha1').update(Buffer.from(subjectPublicKey)).digest());
}

/** A buffer of Node may be a part of a larger one. */
function bytesOf(buffer: Buffer): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}
