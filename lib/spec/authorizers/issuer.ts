/** The ARN of a user pool: its region and its id. */
export const USER_POOL_ARN = /^arn:[a-z0-9-]+:cognito-idp:([a-z0-9-]+):\d*:userpool\/([\w-]+)$/;

/** Whether keys may be fetched from a URL: over https, or from this machine. */
export function isTrustworthyUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

/** Whether a URL refers to this machine. */
export function isLocalUrl(url: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(?=[:/]|$)/.test(url);
}

/** The issuer of a user pool's tokens; undefined if the text is not the ARN of a user pool. */
export function issuerOfUserPool(arn: string): string | undefined {
  const [, region, id] = USER_POOL_ARN.exec(arn) ?? [];
  return region === undefined || id === undefined ? undefined : `https://cognito-idp.${region}.amazonaws.com/${id}`;
}
