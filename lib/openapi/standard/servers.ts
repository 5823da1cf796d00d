const STAGE = '{stage}';

/**
 * The addresses at which clients reach the API. An address with `{stage}` has the stages as its choice; without stages there is nothing to
 * choose, and such an address is left out.
 */
export function serversOf(addresses: readonly string[], stages: readonly string[]): { readonly servers?: readonly unknown[] } {
  const [first] = stages;
  const servers = addresses.flatMap((url) => {
    if (!url.includes(STAGE)) return [{ url }];
    return first === undefined ? [] : [{ url, variables: { stage: { default: first, enum: stages } } }];
  });
  return servers.length === 0 ? {} : { servers };
}
