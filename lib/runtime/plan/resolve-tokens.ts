import * as z from 'zod';
import { GatewayError } from '../../errors';
import { replaceTokens, tokensIn, tokenText } from '../../spec';

/** The schema of a file of local token values. */
export const localValuesSchema = z.record(z.string(), z.string());

/**
 * A text with its tokens replaced by local values.
 * @throws TOKEN_VALUE_MISSING
 */
export function localText(text: string, values: Readonly<Record<string, string>>, location: string): string {
  return replaceTokens(withReferences(text), (token) => {
    const value = Object.hasOwn(values, token) ? values[token] : undefined;
    return value ?? requireValue(token, location);
  });
}

/** The names of what a text needs that has no local value. */
export function missingIn(text: string, values: Readonly<Record<string, string>>): string[] {
  return tokensIn(withReferences(text)).filter((token) => !Object.hasOwn(values, token));
}

/** `{{resolve:ssm:/shop/key:2}}`; the name may be a token. */
const DYNAMIC_REFERENCE = /\{\{resolve:(ssm|ssm-secure|secretsmanager):((?:\$\{token:[^}]+\}|[^}])+)\}\}/g;
const SECRET = /^(arn(?::[^:]*){6}|[^:]+)(?::SecretString(?::([^:]*))?)?/;

/**
 * A text with tokens in place of CloudFormation's dynamic references: `ssm:/shop/key`, and `secretsmanager:shop/db`, with the key
 * in the secret after it if one is named. The service resolves them, so a local value is given by that name.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
 */
export function withReferences(text: string): string {
  if (!text.includes('{{resolve:')) return text;
  return text.replace(DYNAMIC_REFERENCE, (_, service: string, written: string) => {
    const reference = replaceTokens(written, (token) => (token.startsWith('AWS::') ? '' : token.replace(/\.[^./]*$/, '')));
    if (service !== 'secretsmanager') return tokenText(`ssm:${reference.replace(/:\d+$/, '')}`);
    const [, secret = reference, key = ''] = SECRET.exec(reference) ?? [];
    return tokenText(`secretsmanager:${nameOfSecret(secret)}${key === '' ? '' : `:${key}`}`);
  });
}

/**
 * The name in an ARN without the suffix that Secrets Manager adds, such as that of `Secret.fromSecretNameV2`, whose partition is a token. A
 * complete ARN stays: its suffix looks like a part of the name.
 */
function nameOfSecret(secret: string): string {
  const [, name] = /^arn(?::[^:]*){5}:(.+)$/.exec(secret) ?? [];
  const isComplete = !secret.startsWith('arn::') && /-[A-Za-z0-9]{6}$/.test(secret);
  return name === undefined || isComplete ? secret : name;
}

/** Refuses what needs a token without a value. @throws TOKEN_VALUE_MISSING */
export function requireValue(missing: string, location: string): never;
export function requireValue(missing: string | undefined, location: string): void;
export function requireValue(missing: string | undefined, location: string): void {
  if (missing !== undefined) throw new GatewayError('TOKEN_VALUE_MISSING', { token: missing }, { location });
}
