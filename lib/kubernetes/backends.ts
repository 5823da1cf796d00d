import type { AssemblyApi } from '../runtime';
import { describeAuthorizer, describeIntegration, methodsOf } from '../spec';

/** The backends of the definition, and what it does not say of them. */
export interface Backends {
  /** Origins such as `https://pets.example.com:8443`, sorted. */
  readonly origins: readonly string[];
  /** Addresses with variables in their host, whose names only a request has. */
  readonly unknown: readonly string[];
  /** Names of functions, which may call anything. */
  readonly functions: readonly string[];
}

/** AWS, for integrations with its services. */
const AWS = 'https://aws.amazon.com';

/** Whom a gateway calls, by its definition. */
export function backendsOf(apis: readonly Pick<AssemblyApi, 'spec'>[]): Backends {
  const origins = new Set<string>();
  const unknown = new Set<string>();
  const functions = new Set<string>();
  for (const { spec } of apis) {
    for (const { method: { integration } } of methodsOf(spec)) {
      const { uri, hasBackendBody, functions: called, unavailable } = describeIntegration(integration);
      if (unavailable !== undefined) continue;
      if (uri !== undefined && uri.startsWith('http')) addOrigin(uri, { origins, unknown });
      else if (uri !== undefined) unknown.add(uri);
      else if (hasBackendBody && called.length === 0) origins.add(AWS);
    }
    for (const authorizer of Object.values(spec.authorizers)) {
      for (const source of describeAuthorizer(authorizer).keySources) addOrigin(source, { origins, unknown });
    }
    for (const [name, { unavailable }] of Object.entries(spec.functions)) if (unavailable === undefined) functions.add(name);
  }
  return { origins: [...origins].sort(), unknown: [...unknown].sort(), functions: [...functions].sort() };
}

function addOrigin(uri: string, { origins, unknown }: { readonly origins: Set<string>; readonly unknown: Set<string> }): void {
  const [, origin = ''] = /^(https?:\/\/[^/?#]*)/.exec(uri) ?? [];
  if (/[{}$]/.test(origin) || !URL.canParse(origin)) unknown.add(uri);
  else origins.add(new URL(origin).origin);
}
