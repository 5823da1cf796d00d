import * as z from 'zod';

const authorizerNameSchema = z.string().min(1).describe('Name in `authorizers`.');

/** Who may call a method. CUSTOM and COGNITO_USER_POOLS name an authorizer of the API. */
export const authorizationSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('NONE') }),
  z.strictObject({ type: z.literal('AWS_IAM') }),
  z.strictObject({ type: z.literal('CUSTOM'), authorizer: authorizerNameSchema }),
  z.strictObject({
    type: z.literal('COGNITO_USER_POOLS'),
    authorizer: authorizerNameSchema,
    scopes: z.array(z.string()).default([]).describe('An access token must have one of these scopes; without scopes, ID tokens are accepted.'),
  }),
]);

export type AuthorizationSpec = z.output<typeof authorizationSchema>;

/** What shared code asks of a method's authorization, whatever its kind. */
export interface AuthorizationDescription {
  /** Whether anybody may call. */
  readonly isOpen: boolean;
  /** Whether requests are signed (Signature Version 4). */
  readonly isSigned: boolean;
  /** The authorizer that decides. */
  readonly authorizer: string | undefined;
  /** Scopes that a token must have one of. */
  readonly scopes: readonly string[];
}

type AuthorizationOf<Kind extends AuthorizationSpec['type']> = Extract<AuthorizationSpec, { readonly type: Kind }>;

const UNNAMED = { isOpen: false, isSigned: false, authorizer: undefined, scopes: [] } as const;
const DESCRIBERS: { readonly [Kind in AuthorizationSpec['type']]: (spec: AuthorizationOf<Kind>) => AuthorizationDescription } = {
  NONE: () => ({ ...UNNAMED, isOpen: true }),
  AWS_IAM: () => ({ ...UNNAMED, isSigned: true }),
  CUSTOM: ({ authorizer }) => ({ ...UNNAMED, authorizer }),
  COGNITO_USER_POOLS: ({ authorizer, scopes }) => ({ ...UNNAMED, authorizer, scopes }),
};

export function describeAuthorization(spec: AuthorizationSpec): AuthorizationDescription {
  const describe = DESCRIBERS[spec.type] as (one: AuthorizationSpec) => AuthorizationDescription; // the entry that `spec.type` names
  return describe(spec);
}
