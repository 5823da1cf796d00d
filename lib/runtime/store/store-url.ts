export interface StoreAddress {
  /** The servers: one, or some of a cluster. With a socket there is none. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** The file of a Unix socket. */
  readonly path: string | undefined;
  readonly isCluster: boolean;
  readonly isSecure: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** For people: without the user and the password. */
  readonly label: string;
}

/** Kinds of addresses that are accepted, for messages. */
export const STORE_URLS = 'a URL such as valkey://user:password@host:6379/0 (valkey, redis; valkeys, rediss with TLS), with ?cluster or several hosts (a,b) for a cluster, '
  + 'or unix:///run/valkey.sock, or a client with the functions evalsha and eval';

const ADDRESS = /^(?<scheme>valkeys?|rediss?):\/\/(?:(?<user>[^@/?#]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<database>\d*))?(?<cluster>\?cluster)?$/;
const SOCKET = /^unix:\/\/(?<path>\/[^?#]+)$/;
const HOST = /^(?:\[(?<ipv6>[0-9A-Fa-f:.]+)\]|(?<name>[^\s:[\]]+))(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = 6_379;
const LAST_PORT = 65_535;

/** Reads the URL of a store; undefined if it is none, or a cluster with a database other than 0, which no cluster has. */
export function readStoreUrl(url: string): StoreAddress | undefined {
  const socket = SOCKET.exec(url)?.groups?.path;
  if (socket !== undefined) {
    const nobody = { username: undefined, password: undefined };
    return { hosts: [], path: socket, isCluster: false, isSecure: false, ...nobody, database: 0, label: url };
  }
  const groups = ADDRESS.exec(url)?.groups;
  const hosts = (groups?.hosts ?? '').split(',').map(readHost);
  const isKnown = hosts.every((host) => host !== undefined);
  const credentials = readCredentials(groups?.user ?? '');
  if (groups === undefined || !isKnown || credentials === undefined) return undefined;
  const isCluster = hosts.length > 1 || groups.cluster !== undefined;
  const database = Number(groups.database ?? 0);
  if (isCluster && database !== 0) return undefined;
  const label = `${groups.scheme ?? ''}://${groups.hosts ?? ''}`;
  return { hosts, path: undefined, isCluster, isSecure: label.startsWith('valkeys:') || label.startsWith('rediss:'), ...credentials, database, label };
}

function readHost(text: string): { readonly host: string; readonly port: number } | undefined {
  const groups = HOST.exec(text)?.groups;
  const host = groups?.ipv6 ?? groups?.name;
  const port = Number(groups?.port ?? DEFAULT_PORT);
  return host === undefined || port < 1 || port > LAST_PORT ? undefined : { host, port };
}

/** `user:password`; without a user the default one logs in. Either may be percent-encoded. */
function readCredentials(text: string): Pick<StoreAddress, 'username' | 'password'> | undefined {
  const [user = '', ...rest] = text.split(':');
  try {
    const username = decodeURIComponent(user) || undefined;
    const password = decodeURIComponent(rest.join(':')) || undefined;
    return username !== undefined && password === undefined ? undefined : { username, password };
  } catch {
    return undefined; // a percent sign that encodes nothing
  }
}
