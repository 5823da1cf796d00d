/**
 * Whether a media type is one of the API's binary ones: exactly, by `type/*`, or by `*` + `/*`. A client's wildcard is
 * compared literally: `image/*` matches the entry `image/*` only.
 * @see aws-data-plane §12; recorded cases binary-*
 */
export function matchesMediaTypes(given: string | undefined, entries: readonly string[]): boolean {
  if (given === undefined) return false;
  return entries.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted === '*/*' || wanted === given || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)));
  });
}
