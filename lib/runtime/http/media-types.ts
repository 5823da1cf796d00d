/**
 * Whether a media type is one of the API's binary ones: literally, by `type/*`, or by `*` + `/*`. A client's wildcard is
 * compared literally: `image/*` matches the entry `image/*` only. Any other wildcard left of the slash is not supported and
 * matches nothing.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html; recorded cases binary-*
 */
export function matchesMediaTypes(mediaType: string | undefined, entries: readonly string[]): boolean {
  if (mediaType === undefined) return false;
  return entries.some((entry) => {
    const wanted = entry.toLowerCase();
    if (wanted.startsWith('*')) return wanted === '*/*';
    return wanted === mediaType || (wanted.endsWith('/*') && mediaType.startsWith(wanted.slice(0, -1)));
  });
}
