import * as z from 'zod';
import { described, oneOf, readOptions, text, texts, type LocalTokenRequest, type Option, type Serving } from '../../runtime';
import { spanOf, type TimeSpan } from './clock';

/** A token for a user pool or an issuer of JWTs of the definition, as `gateway.token` signs it. */
export interface TestTokenOptions extends Omit<LocalTokenRequest, 'expiresInSeconds'> {
  /** How long it is valid, by the clock of the test. @default 1h */
  readonly expires?: TimeSpan;
}

const OPTIONS = {
  pool: { ...text(), isSecret: false },
  claims: { ...described('an object of claims by name', (expected) => z.record(z.string(), z.unknown(), expected)), isSecret: false },
  groups: { ...texts(), isSecret: false },
  scopes: { ...texts(), isSecret: false },
  use: { ...oneOf(['id', 'access']), isSecret: false },
  clientId: { ...text(), isSecret: false },
  expires: { ...described('a length of time', () => z.custom<TimeSpan>()), isSecret: false },
} satisfies Readonly<Record<keyof TestTokenOptions, Option>>;

/** @throws OPTION_UNKNOWN, OPTION_INVALID, TEST_TIME_INVALID, USER_POOL_UNKNOWN, USER_POOL_NOT_CHOSEN */
export async function testToken({ issueToken }: Pick<Serving, 'issueToken'>, options: TestTokenOptions = {}): Promise<string> {
  const { expires, ...request } = readOptions(OPTIONS, options);
  return issueToken({ ...request, ...(expires === undefined ? {} : { expiresInSeconds: spanOf(expires) / 1000 }) });
}
