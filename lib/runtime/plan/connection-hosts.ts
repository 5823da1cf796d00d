/** The local hosts of the WebSocket APIs of a gateway by API id; undefined until their ports are known. */
export type ConnectionHosts = ReadonlyMap<string, string | undefined>;

/** The host of an API on AWS, as templates make it of the API's id. */
const HOST = /\b([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\b/g;

/** The ids of the WebSocket APIs whose hosts are in a text. */
export function hostsIn(text: string, hosts: ConnectionHosts): string[] {
  return [...text.matchAll(HOST)].flatMap(([, id = '']) => (hosts.has(id) ? [id] : []));
}

/** The text with local hosts in place of those on AWS. */
export function withLocalHosts(text: string, hosts: ConnectionHosts): string {
  return text.replace(HOST, (host, id: string) => hosts.get(id) ?? host);
}
