import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { profileCredentials, unknownProfile } from '../../../lib/runtime/system/aws-profile';

/* The files of the AWS CLI, and a program of its name. */

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-profile-'));
const file = (name: string) => path.join(directory, name);
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, { AWS_CONFIG_FILE: file('config'), AWS_SHARED_CREDENTIALS_FILE: file('credentials'), PATH: `${directory}:${process.env.PATH ?? ''}` });
  writeFileSync(file('config'), '[profile both]\nregion = eu-west-1\naws_access_key_id = CONFIG\naws_secret_access_key = c\n[profile sso]\nsso_session = x\n[profile broken]\nrole_arn = y\n');
  writeFileSync(file('credentials'), '[default]\naws_access_key_id = DEFAULT\naws_secret_access_key = a/b+c=\n[both]\naws_access_key_id = OWN\naws_secret_access_key = o\naws_session_token = t\n');
});
afterAll(() => {
  process.env = before;
  rmSync(directory, { recursive: true });
});

/** The program counts its calls in the access key. */
function installCli(Expiration: string): void {
  writeFileSync(file('calls'), '');
  writeFileSync(file('aws'), `#!/bin/sh
[ "$4" = sso ] || { echo "the role cannot be assumed" >&2; exit 255; }
echo x >> ${file('calls')}
printf '{"Version": 1, "AccessKeyId": "ASIA%s", "SecretAccessKey": "s", "SessionToken": "t", "Expiration": "${Expiration}"}' "$(wc -l < ${file('calls')})"
`);
  chmodSync(file('aws'), 0o755);
}

test('keys are read from the files; those of the credentials file win', async () => {
  expect(await profileCredentials('default', () => 0)()).toEqual({ accessKeyId: 'DEFAULT', secretAccessKey: 'a/b+c=', sessionToken: undefined });
  expect(await profileCredentials('both', () => 0)()).toEqual({ accessKeyId: 'OWN', secretAccessKey: 'o', sessionToken: 't' });
});

test('a profile without keys is one that the CLI exports, once until a minute before it expires', async () => {
  installCli('2030-01-01T00:10:00Z');
  let now = Date.parse('2030-01-01T00:00:00Z');
  const credentials = profileCredentials('sso', () => now);
  expect(await Promise.all([credentials(), credentials()])).toEqual([expect.objectContaining({ accessKeyId: 'ASIA1' }), expect.objectContaining({ accessKeyId: 'ASIA1', sessionToken: 't' })]);
  now += 9 * 60_000 - 1;
  expect(await credentials()).toMatchObject({ accessKeyId: 'ASIA1' });
  now += 1;
  expect(await credentials()).toMatchObject({ accessKeyId: 'ASIA2' });
});

test('AWS_PROFILE_UNUSABLE: with what the CLI says, and the next request tries again', async () => {
  installCli('2030-01-01T00:10:00Z');
  const credentials = profileCredentials('broken', () => 0);
  await expect(credentials()).rejects.toMatchObject({ code: 'AWS_PROFILE_UNUSABLE', message: expect.stringContaining('the role cannot be assumed') });
  await expect(credentials()).rejects.toMatchObject({ code: 'AWS_PROFILE_UNUSABLE' });
});

test('AWS_PROFILE_UNUSABLE: without the CLI', async () => {
  rmSync(file('aws'));
  process.env.PATH = directory;
  await expect(profileCredentials('none', () => 0)()).rejects.toMatchObject({ message: expect.stringContaining('is not installed') });
});

test('AWS_PROFILE_UNUSABLE: a warning names the profiles that the files have; the default one needs no file', async () => {
  expect(await Promise.all(['default', 'both', 'sso', undefined].map(unknownProfile))).toEqual([undefined, undefined, undefined, undefined]);
  const message = 'the AWS profile nope was not found; the files of the AWS CLI have both, sso, broken, default';
  expect(await unknownProfile('nope')).toEqual({ level: 'warn', code: 'AWS_PROFILE_UNUSABLE', message });
  Object.assign(process.env, { AWS_CONFIG_FILE: file('none'), AWS_SHARED_CREDENTIALS_FILE: file('none') });
  expect((await unknownProfile('both'))?.message).toContain('have no profile');
});
