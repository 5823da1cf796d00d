import * as z from 'zod';

/** Who may call a method. CUSTOM and COGNITO_USER_POOLS name an authorizer of the API. */
export const authorizationSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('NONE') }),
  z.strictObject({ type: z.literal('AWS_IAM') }),
  z.strictObject({ type: z.literal('CUSTOM'), authorizer: z.string().min(1) }),
  z.strictObject({ type: z.literal('COGNITO_USER_POOLS'), authorizer: z.string().min(1), scopes: z.array(z.string()).default([]) }),
]);

export type AuthorizationSpec = z.output<typeof authorizationSchema>;
