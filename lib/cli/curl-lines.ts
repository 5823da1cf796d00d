import { shellQuoted, type ExampleCall } from '../runtime';

interface CalledServer {
  /** The URL of the stage. */
  readonly url: string;
  /** File with the certificate that curl must trust, if it is of the local authority. */
  readonly authority?: string | undefined;
  /** Whether several authorizers take tokens, so that a token must be for one of them. */
  readonly namesAuthorizers?: boolean;
}

/** Calls as command lines for curl. A token is signed by `synthgate token` when the line runs. */
export function curlLines({ url, authority, namesAuthorizers = false }: CalledServer, calls: readonly ExampleCall[]): string[] {
  const curl = authority === undefined ? 'curl' : `curl --cacert ${authority}`;
  return calls.map((call) => [
    curl,
    ...(call.method === 'GET' ? [] : [`-X ${call.method}`]),
    ...headerOptions(call, namesAuthorizers),
    ...(call.body === '' ? [] : [`-d ${shellQuoted(onOneLine(call.body))}`]),
    call.path.includes('?') ? shellQuoted(url + call.path) : url + call.path,
  ].join(' '));
}

/** Handshakes as command lines for wscat; of several, the first. */
export function wscatLines({ url, authority, namesAuthorizers = false }: CalledServer, [call]: readonly ExampleCall[]): string[] {
  if (call === undefined) return [];
  return [[
    'npx wscat',
    ...(authority === undefined ? [] : [`--ca ${authority}`]),
    `-c ${call.path === '' ? url : shellQuoted(url + call.path)}`,
    ...headerOptions(call, namesAuthorizers),
  ].join(' ')];
}

/** Both programs have the option `-H`. */
function headerOptions({ headers, token }: ExampleCall, namesAuthorizers: boolean): string[] {
  return [
    ...(token === undefined ? [] : [`-H "${token.header}: $(npx synthgate token${tokenOptions(token, namesAuthorizers)})"`]),
    ...headers.map(({ name, value }) => `-H ${shellQuoted(`${name}: ${value}`)}`),
  ];
}

function tokenOptions({ authorizer, scope }: NonNullable<ExampleCall['token']>, namesAuthorizers: boolean): string {
  return `${namesAuthorizers ? ` --pool ${authorizer}` : ''}${scope === undefined ? '' : ` --scope ${scope}`}`;
}

/** JSON is printed over several lines elsewhere. */
function onOneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
