import * as z from 'zod';

/**
 * The credentials with which API Gateway calls a function or service: a role, or the caller's own (`arn:aws:iam::*:user/*`).
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_Integration.html (credentials)
 */
export const integrationCredentialsSchema = z
  .string()
  .regex(/^(arn:\S+|.*\$\{.+)$/, 'the ARN of a role, or arn:aws:iam::*:user/*')
  .optional()
  .describe('Role that API Gateway assumes for the call on AWS; `arn:aws:iam::*:user/*` for the caller\'s credentials. No effect locally. Default: none; functions permit the API themselves.');
