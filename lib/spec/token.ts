/**
 * A value known only after deployment (a table name, an ARN) is written to the spec as `${token:<construct path>.<attribute>}`,
 * alone or inside a longer text. The AWS target turns it back into a reference; the local runtime needs a value for it.
 */
const TOKEN = /\$\{token:([^}]+)\}/g;

/** The placeholder of an unresolved value in a spec. */
export function tokenText(name: string): string {
  return `\${token:${name}}`;
}

/** Names of all tokens in a text, in order. */
export function tokensIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map((match) => match[1] ?? '');
}

/** The text with every token replaced; `valueOf` is called once for each. */
export function replaceTokens(text: string, valueOf: (name: string) => string): string {
  return text.replace(TOKEN, (_, name: string) => valueOf(name));
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
