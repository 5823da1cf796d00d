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
