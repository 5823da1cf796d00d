/** Whether a text can be a route key: any text that is known before deployment. */
export function isRouteKey(key: string): boolean {
  return key !== '' && !/\p{Surrogate}/u.test(key) && !key.includes('${Token[');
}
