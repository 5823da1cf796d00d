/**
 * The name of a declared API key, by the name itself or by a short one: `Partner` for `PetsApi-Partner`, and for
 * `PetsApiPartner1A2B3C4D` of a CDK template. Undefined if no key or several have it.
 */
export function keyNameOf(keyName: string, names: readonly string[]): string | undefined {
  if (names.includes(keyName)) return keyName;
  const [name, ...others] = names.filter((declared) => isShortOf(keyName, declared));
  return others.length > 0 ? undefined : name;
}

function isShortOf(keyName: string, declared: string): boolean {
  if (declared.endsWith(`-${keyName}`)) return keyName !== '';
  const id = declared.replace(LOGICAL_ID_HASH, '');
  return id !== declared && /^[A-Z]/.test(keyName) && id.endsWith(keyName);
}

/** The end that the CDK appends to a logical id. */
const LOGICAL_ID_HASH = /[0-9A-F]{8}$/;
