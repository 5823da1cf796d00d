import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { createJwtFunction, type JwtFunctionEvent, type JwtFunctionResult } from '../authorizers/jwt-function';
import { createHttpClient } from './http-client';

/* The program of the function that takes JSON Web Tokens on AWS. Its settings are made by lib/aws/lower/jwt.ts. */

const settingsSchema = z.object({
  name: z.string(), issuer: z.string(), audience: z.array(z.string()), jwksUri: z.optional(z.string()), identitySource: z.string(),
});
const methodsSchema = z.record(z.string(), z.array(z.string()));

const { name, ...authorizer } = settingsSchema.parse(JSON.parse(process.env.SYNTHGATE_JWT ?? '{}'));
const decide = createJwtFunction({
  name,
  authorizer,
  methods: methodsSchema.parse(JSON.parse(readFileSync(path.join(__dirname, 'methods.json'), 'utf8'))),
  http: createHttpClient().request,
  ports: { now: Date.now, log: (entry) => { process.stdout.write(`${JSON.stringify(entry)}\n`); } },
});

export function handler(event: JwtFunctionEvent): Promise<JwtFunctionResult> {
  return decide(event);
}
