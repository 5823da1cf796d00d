import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { policySchema } from '../../spec';

/** A credential with which callers may sign requests. It is given to the runtime and is never part of a spec. */
const callerCredentialSchema = z.strictObject({
  accessKeyId: z.string('a string').regex(/^\w{1,128}$/, 'letters, digits and _'),
  secretAccessKey: z.string('a string').min(1, 'a string'),
  sessionToken: z.string('a string').min(1, 'a string').optional(),
  /** Account of the caller; default: that of the API. */
  accountId: z.string('12 digits').regex(/^\d{12}$/, '12 digits').optional(),
  /** Default: a user of the account named like the access key. */
  userArn: z.string('an ARN').regex(/^arn:/, 'an ARN').optional(),
  /** identity.user and identity.caller; default: the access key. */
  userId: z.string('a string').min(1, 'a string').optional(),
  /** When a temporary credential expires, ISO 8601; default: never. */
  expiration: z.iso.datetime({ offset: true, error: 'a time in ISO 8601 with an offset' }).optional(),
  /** The caller's own policy; default: it may invoke everything and manage connections, but not invalidate cached responses. */
  policy: z.lazy(() => policySchema).optional(),
});

/** The schema of a credentials file. */
export const callerCredentialsSchema = z.array(callerCredentialSchema);

export type CallerCredential = z.input<typeof callerCredentialSchema>;

/** The credential of the gateway's own functions: each function has one that is derived of it. */
export interface FunctionCredential extends CallerCredential {
  /** Whether the gateway has another clock than its functions, as in a test: the time of their signatures says nothing then. */
  readonly hasOtherClock: boolean;
}

/** The credential of one function: an API takes those of the functions that it names. @param label - the name that people know it by */
export function credentialOf(common: FunctionCredential, label: string): FunctionCredential {
  const derived = (purpose: string) => createHmac('sha256', common.secretAccessKey).update(`${purpose} ${label}`);
  return {
    ...common,
    accessKeyId: `${common.accessKeyId}${derived('id').digest('hex').slice(0, 8).toUpperCase()}`,
    secretAccessKey: derived('secret').digest('base64url'),
  };
}
