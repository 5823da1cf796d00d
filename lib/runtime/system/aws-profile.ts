import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import type { AwsCredentials, LogEntry } from '../ports';

const MINUTE_MS = 60_000;
const OTHER_SECTIONS = /^(?:sso-session|services)\./;
/** A login in a browser is not waited for: the command prints what to do and ends. */
const COMMAND_TIMEOUT_MS = 20_000;

/** @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html, the output of a credential process */
const exportedSchema = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  SessionToken: z.string().optional(),
  Expiration: z.string().optional(),
});

interface KnownCredentials {
  readonly credentials: AwsCredentials;
  /** When they are read again, ms since 1970. */
  readonly until: number;
}

/**
 * The credentials of a profile: the keys in the files of the AWS CLI, else, for roles, SSO and credential processes, what the CLI itself
 * exports. They are read when first needed, and again a minute before they expire.
 * @throws AWS_PROFILE_UNUSABLE, by the returned function
 */
export function profileCredentials(profile: string, now: () => number): () => Promise<AwsCredentials> {
  let known: Promise<KnownCredentials> | undefined;
  const read = async (): Promise<KnownCredentials> => {
    const keys = await keysInFiles(profile);
    return keys === undefined ? await exported(profile, now) : { credentials: keys, until: now() + MINUTE_MS };
  };
  const renew = (): Promise<KnownCredentials> => {
    const reading = known = read();
    reading.catch(() => { known = undefined; }); // the next request tries again
    return reading;
  };
  return async () => {
    const current = await (known ?? renew());
    if (now() < current.until) return current.credentials;
    return (await renew()).credentials;
  };
}

/** A warning about a profile that is not in the files of the AWS CLI: only the first call of a service would notice a misspelled one. */
export async function unknownProfile(profile: string | undefined): Promise<LogEntry | undefined> {
  if (profile === undefined || profile === 'default') return undefined; // the AWS CLI needs no file for the default one
  const { configFile, credentialsFile } = await sharedFiles();
  const names = Object.keys({ ...configFile, ...credentialsFile }).filter((name) => !OTHER_SECTIONS.test(name));
  if (names.includes(profile)) return undefined;
  const known = names.length === 0 ? 'no profile' : names.join(', ');
  return { level: 'warn', code: 'AWS_PROFILE_UNUSABLE', message: `the AWS profile ${profile} was not found; the files of the AWS CLI have ${known}` };
}

/** Loaded when a profile is used: most gateways use none. */
async function sharedFiles() {
  const { loadSharedConfigFiles } = await import('@smithy/shared-ini-file-loader');
  return loadSharedConfigFiles({ ignoreCache: true });
}

async function keysInFiles(profile: string): Promise<AwsCredentials | undefined> {
  const { configFile, credentialsFile } = await sharedFiles();
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, aws_session_token: sessionToken } = {
    ...configFile[profile], ...credentialsFile[profile],
  };
  return accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey, sessionToken };
}

async function exported(profile: string, now: () => number): Promise<KnownCredentials> {
  try {
    const parameters = ['configure', 'export-credentials', '--profile', profile, '--format', 'process'];
    const { stdout } = await promisify(execFile)('aws', parameters, { timeout: COMMAND_TIMEOUT_MS, env: process.env });
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = exportedSchema.parse(JSON.parse(stdout));
    const expires = Expiration === undefined ? now() + 2 * MINUTE_MS : Date.parse(Expiration);
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
    return { credentials, until: expires - MINUTE_MS };
  } catch (cause) {
    throw new GatewayError('AWS_PROFILE_UNUSABLE', { profile, reason: reasonOf(cause) }, { cause });
  }
}

/** The last line of what the command wrote; never its output, which has the keys. */
function reasonOf(cause: unknown): string {
  const text = typeof cause === 'object' && cause !== null && 'stderr' in cause ? String(cause.stderr).trim() : '';
  if (text !== '') return text.split('\n').at(-1) ?? text;
  const isMissing = typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';
  return isMissing ? 'the files of the AWS CLI have no keys for it, and the AWS CLI, which reads other profiles, is not installed' : 'the AWS CLI exported no credentials';
}
