import { createHash } from 'node:crypto';
import type { AssemblyApi } from '../runtime';
import { canonicalText } from '../spec';

/** Digits of a version in a name: a tag, a label. */
const SHORT = 12;

/** The identity of what a gateway serves, as 64 hexadecimal digits: definitions, stages, plans, and the code of functions. */
export function gatewayVersion(apis: readonly Pick<AssemblyApi, 'name' | 'spec' | 'code'>[]): string {
  const served = apis.map(({ name, spec, code }) => [name, {
    spec, code: Object.fromEntries(Object.entries(code).map(([id, { digest }]) => [id, digest])),
  }]);
  return createHash('sha256').update(canonicalText(Object.fromEntries(served))).digest('hex');
}

/** The form that names and labels have. */
export function shortVersion(version: string): string {
  return version.slice(0, SHORT);
}

/** A name for a template and no other: a name of 52 characters has room for it in the 63 of a label. */
export function templateName(name: string, template: object): string {
  return `${name}-${createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 10)}`;
}
