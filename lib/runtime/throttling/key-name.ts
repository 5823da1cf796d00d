/**
 * The name of a declared API key, by the name itself or by a short one: `Partner` for `PetsApi-Partner`, and for
 * `PetsApiPartner1A2B3C4D` of a CDK template. Undefined if no key or several have it.
 */
export function keyNameOf(given: string, names: readonly string[]): string | undefined {
  if (names.includes(given)) return given;
  const [name, ...others] = names.filter((declared) => isShortOf(given, declared));
  return others.length > 0 ? undefined : name;
}

function isShortOf(given: string, declared: string): boolean {
  if (declared.endsWith(`-${given}`)) return given !== '';
  const id = declared.replace(LOGICAL_ID_HASH, '');
  return id !== declared && /^[A-Z]/.test(given) && id.endsWith(given);
}

/** The end that the CDK appends to a logical id. */
const LOGICAL_ID_HASH = /[0-9A-F]{8}$/;
