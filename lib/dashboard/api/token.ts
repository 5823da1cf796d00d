const NAME = 'synthgate-token';

/**
 * The token of the printed URL, which is taken out of the address bar and of the history; after a reload of the page, the one
 * of this tab.
 */
export function takeToken(): string | undefined {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (token === null) return sessionStorage.getItem(NAME) ?? undefined;
  url.searchParams.delete('token');
  history.replaceState(null, '', url.pathname + url.search + url.hash);
  sessionStorage.setItem(NAME, token);
  return token;
}
