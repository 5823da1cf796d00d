/**
 * Whether a text matches a pattern of a policy: `*` matches any number of characters, `?` one, everything else itself,
 * case-sensitively. Hand-written because patterns come from functions and texts from clients: an equivalent regular
 * expression can take exponential time, this takes at most pattern × text steps.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
 * @example matchesWildcards('arn:aws:execute-api:*:*:api1/prod/GET/pets/*', methodArn(request))
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let resume = 0;
  while (from < text.length) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      resume = from;
      at += 1;
    } else if (wanted === '?' || (wanted !== undefined && wanted === text[from])) {
      at += 1;
      from += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      from = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
