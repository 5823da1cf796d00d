import { createHash, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '../../errors';
import { describeProtocol } from '../../spec';
import type { Routed, ServedStage } from '../plan/exchange';
import type { CallerCredential, FunctionCredential } from './credentials';
import { compilePolicy, type Policy, type PolicyAction } from './policy';
import type { StageRequest } from './method-arn';
import { policyRequest, requireAllow, type Caller } from './resource-policy';
import { expectedSignature, readSignature, signedTexts, timeOf, timeText, type SentSignature, type SignedTexts } from './signature';
import type { Principal } from '../plan/principal';
import type { Received } from '../http/request';

/** Maximum difference between the clocks of caller and gateway. */
const SKEW_MS = 300_000;

const MANAGE_CONNECTIONS: PolicyAction = 'execute-api:ManageConnections';

export interface SignedCaller {
  readonly principal: Principal & { readonly type: 'iam' };
  readonly caller: Caller;
  readonly policy: Policy;
}

/**
 * Compiles the check of signatures (AWS_IAM); without credentials, every request is refused.
 * @throws by the returned function: SIGNATURE_MISSING, SIGNATURE_INCOMPLETE, SIGNATURE_INVALID, CREDENTIAL_UNKNOWN, CREDENTIAL_EXPIRED
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html
 */
export function compileSignatureCheck(
  credentials: readonly (CallerCredential | FunctionCredential)[], stage: ServedStage, now: () => number,
): (request: Pick<Routed, 'received'>) => SignedCaller {
  const known = new Map(credentials.map((credential) => [credential.accessKeyId, { credential, policy: policyOf(credential) }]));
  return ({ received }) => {
    const sent = readSignature(received, stage.vendor.shortPrefix);
    const caller = known.get(sent.accessKeyId);
    if (caller === undefined) throw new GatewayError('CREDENTIAL_UNKNOWN', { reason: 'unknown access key' });
    checkScope(sent, stage);
    const { credential, policy } = caller;
    const hasOtherClock = 'hasOtherClock' in credential && credential.hasOtherClock;
    if (!hasOtherClock) checkTime(sent, now());
    checkSignature(received, sent, { secretAccessKey: credential.secretAccessKey, platform: stage.vendor.shortPrefix });
    checkSession(sent, credential, now());
    return callerOf(credential, policy, stage);
  };
}

/**
 * Compiles who may send messages to the connections of a stage, look at them and close them: whoever signs, and whose policy allows it.
 * @throws by the returned function: SIGNATURE_*, CREDENTIAL_*, POLICY_*
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-control-access-iam.html
 */
export function compileConnectionAccess(checkSignature: (request: Pick<Routed, 'received'>) => SignedCaller, stage: ServedStage): (request: StageRequest) => void {
  return (request) => {
    const { caller, policy } = checkSignature(request);
    const access = { ...policyRequest(request, caller), action: MANAGE_CONNECTIONS } as const;
    requireAllow(policy(access), { access, stage, policy: 'identity-based' });
  };
}

function policyOf({ policy }: CallerCredential): Policy {
  if (policy === undefined) return ({ action }) => (action === 'execute-api:InvalidateCache' ? 'none' : 'allow');
  return compilePolicy({ ...policy, Version: policy.Version ?? '2012-10-17', Statement: [policy.Statement].flat() });
}

function checkScope({ date, region, service, time, signedHeaders }: SentSignature, stage: ServedStage): void {
  if (region !== stage.region) throw invalid(`Credential should be scoped to a valid region, not '${region}'. `);
  const expected = describeProtocol(stage).signedService;
  if (service !== expected) throw invalid(`Credential should be scoped to correct service: '${expected}'. `);
  if (!time.startsWith(date)) {
    const compared = `'${date}' != '${time.slice(0, 8)}', from '${time}'.`;
    throw invalid(`Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: ${compared}`);
  }
  if (!signedHeaders.includes('host')) throw invalid('\'Host\' or \':authority\' must be a \'SignedHeader\' in the AWS Authorization.');
}

function checkTime({ time, expiresSeconds }: SentSignature, nowMs: number): void {
  const signedAt = timeOf(time);
  if (Number.isNaN(signedAt)) throw invalid(`Date must be in ISO-8601 'basic format'. Got '${time}'.`);
  const now = timeText(nowMs);
  if (signedAt > nowMs + SKEW_MS) throw invalid(`Signature not yet current: ${time} is still later than ${timeText(nowMs + SKEW_MS)} (${now} + 5 min.)`);
  const until = expiresSeconds === undefined ? signedAt + SKEW_MS : signedAt + expiresSeconds * 1000;
  if (until >= nowMs) return;
  if (expiresSeconds !== undefined) throw invalid(`Signature expired: ${time} + ${expiresSeconds} s is earlier than ${now}`);
  throw invalid(`Signature expired: ${time} is now earlier than ${timeText(nowMs - SKEW_MS)} (${now} - 5 min.)`);
}

function checkSignature(received: Received, sent: SentSignature, key: Parameters<typeof expectedSignature>[2]): void {
  const expected = expectedSignature(received, sent, key);
  if (!isSame(expected, sent.signature)) throw invalid(mismatch(signedTexts(received, sent, key.platform)));
}

/** The text of AWS, with what the caller should have signed; it has nothing of the secret key. */
function mismatch({ canonicalRequest, stringToSign }: SignedTexts): string {
  return 'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and '
    + 'signing method. Consult the service documentation for details.\n\n'
    + `The Canonical String for this request should have been\n'${canonicalRequest}'\n\n`
    + `The String-to-Sign should have been\n'${stringToSign}'\n`;
}

/** Checks that the token belongs to the temporary credential and has not expired. @throws CREDENTIAL_UNKNOWN, CREDENTIAL_EXPIRED */
function checkSession({ sessionToken }: SentSignature, credential: CallerCredential, nowMs: number): void {
  if (!isSame(credential.sessionToken ?? '', sessionToken ?? '')) {
    throw new GatewayError('CREDENTIAL_UNKNOWN', { reason: 'wrong session token' });
  }
  const { expiration } = credential;
  if (expiration !== undefined && !(Date.parse(expiration) > nowMs)) throw new GatewayError('CREDENTIAL_EXPIRED', { expiredAt: expiration });
}

/** Compares secrets in constant time. */
function isSame(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

function callerOf(credential: CallerCredential, policy: Policy, stage: ServedStage): SignedCaller {
  const { accessKeyId, accountId = stage.accountId, userId = accessKeyId } = credential;
  const userArn = credential.userArn ?? `arn:aws:iam::${accountId}:user/${accessKeyId}`;
  return { principal: { type: 'iam', accessKey: accessKeyId, accountId, caller: userId, user: userId, userArn }, caller: { userArn, accountId }, policy };
}

function invalid(reason: string): GatewayError {
  return new GatewayError('SIGNATURE_INVALID', { reason });
}
