/** The part of an identity source that comes before the name, and the name. */
export interface IdentitySource {
  readonly family: 'header' | 'querystring' | 'stageVariables' | 'context';
  readonly name: string;
}

/** Reads a valid identity source. */
export function readIdentitySource(text: string): IdentitySource {
  const [, family = 'header', name = ''] = /^(?:(?:method|route)\.request\.|\$request\.|\$)?(header|querystring|stageVariables|context)\.(.+)$/.exec(text) ?? [];
  return { family: family as IdentitySource['family'], name }; // one of the alternatives of the expression
}
