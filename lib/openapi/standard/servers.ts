import { DEFAULT_STAGE } from '../../spec';

const STAGE = '{stage}';

/**
 * The addresses at which clients reach the API. An address with `{stage}` has the stages as its choice; without stages there is nothing to
 * choose, and such an address is left out. The stage `$default` has no segment, so its address is another one.
 */
export function serversOf(addresses: readonly string[], stages: readonly string[]): { readonly servers?: readonly unknown[] } {
  const named = stages.filter((stage) => stage !== DEFAULT_STAGE);
  const [first] = named;
  const servers = addresses.flatMap((url) => {
    if (!url.includes(STAGE)) return [{ url }];
    const ofDefault = named.length < stages.length ? [{ url: url.replace(`/${STAGE}`, '') || '/' }] : [];
    return first === undefined ? ofDefault : [...ofDefault, { url, variables: { stage: { default: first, enum: named } } }];
  });
  return servers.length === 0 ? {} : { servers };
}
