import { reachableUrl, routeTableText, shellQuoted, type ServedApi, type Serving, type StageDrift, type ExampleCall } from '../runtime';
import { indent } from './route-listing';
import type { Colors } from './terminal';

/** The members of a gateway that the banner shows. */
export type Banner = Pick<Serving, 'apis' | 'health' | 'management' | 'lambdaEndpoint' | 'certificateAuthority' | 'exampleCalls'>;

/** Returns the text that `synthgate serve` prints once it is ready: calls to try, then stages with their deployments, and routes. */
export function serveBanner(serving: Banner, behind: readonly StageDrift[], colors: Colors): string {
  const lines = serving.apis.map((api) => apiBanner(api, behind, colors)).join('\n');
  return `\n${tryText(serving, colors)}${lines}${sections(serving, colors)}\n`;
}

/** Everything that the gateway has beside its APIs. */
function sections({ health, management, lambdaEndpoint, certificateAuthority }: Banner, colors: Colors): string {
  const section = (title: string, line: string): string => `\n${colors.dim(title)}\n  ${line}\n`;
  return [
    health === undefined ? '' : section('health:', colors.green(`${reachableUrl(health)}/readyz`)),
    managementText(management, colors),
    lambdaEndpoint === undefined ? ''
      : section('Lambda endpoint:', `${colors.green(lambdaEndpoint)}  ${colors.dim('AWS_ENDPOINT_URL_LAMBDA in functions')}`),
    certificateAuthority === undefined ? ''
      : section('certificate authority to trust:', `${certificateAuthority}  ${colors.dim('curl --cacert, NODE_EXTRA_CA_CERTS')}`),
  ].join('');
}

function managementText(management: Serving['management'], colors: Colors): string {
  if (management === undefined) return '';
  const { dashboardUrl } = management;
  if (dashboardUrl !== undefined) return `\n${colors.dim('dashboard')}  ${colors.green(dashboardUrl)}\n`;
  return `\n${colors.dim('management:')}\n  ${colors.green(management.url)}  ${colors.dim(`token in ${management.tokenFile}`)}\n`;
}

function apiBanner(api: ServedApi, behind: readonly StageDrift[], colors: Colors): string {
  const width = Math.max(0, ...api.stages.map(({ url }) => url.length));
  const stages = api.stages.map((stage) => {
    const late = behind.find((one) => one.api === api.name && one.stage === stage.name);
    const source = stage.source === 'state' ? 'deployed' : 'as synthesized';
    const line = `  ${reachableUrl(stage.url)}${' '.repeat(width - stage.url.length)}  ${colors.dim(`${stage.fingerprint.slice(0, 12)}  ${source}`)}\n`;
    return late === undefined ? line : `${line}    ${colors.yellow(behindText(late))}\n`;
  });
  const none = `  ${colors.yellow('no stage is deployed: every request gets 403')}\n`;
  return `${colors.bold(api.name)}\n${stages.join('') || none}\n${routeTables(api)}`;
}

/** One table, or one per deployment if stages serve different ones. */
function routeTables({ stages }: ServedApi): string {
  const fingerprints = [...new Set(stages.map((stage) => stage.fingerprint))];
  return fingerprints.map((fingerprint) => {
    const same = stages.filter((stage) => stage.fingerprint === fingerprint);
    const head = fingerprints.length === 1 ? '' : `  ${same.map((stage) => stage.name).join(', ')}:\n`;
    return `${head}${indent(routeTableText(same[0]?.routes ?? []))}\n`;
  }).join('\n');
}

function behindText({ api, stage, differences }: StageDrift): string {
  return `${differences.join(' and ')} changed since this deployment; to serve the change, run: synthgate deploy ${api} --stage ${stage}`;
}

/** Printed first, because these URLs can be opened: the base URL of a stage answers 403 unless `/` has a method. */
function tryText({ apis, certificateAuthority, exampleCalls }: Banner, colors: Colors): string {
  const [api] = apis.filter(({ stages }) => stages.length > 0);
  const stage = api?.stages.find(({ name }) => name === 'prod') ?? api?.stages[0];
  if (api === undefined || stage === undefined) return '';
  const { calls, tokenAuthorizers, obstacles } = exampleCalls(api.name, stage.name);
  const namesAuthorizers = apis.length > 1 || tokenAuthorizers.length > 1;
  const server = { url: reachableUrl(stage.url), authority: certificateAuthority, namesAuthorizers };
  const possible = stage.url.startsWith('ws') ? wscatLines(server, obstacles.length > 0 ? calls : [...calls, PLAIN_HANDSHAKE]) : curlLines(server, calls);
  const lines = possible.length > 0 ? possible : obstacles.slice(0, MAX_OBSTACLES).map(({ method, path, needs }) => `${method} ${path} needs ${needs}`);
  return lines.length === 0 ? '' : `${colors.dim(possible.length > 0 ? 'try:' : 'no call to try:')}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

const MAX_OBSTACLES = 3;
/** The handshake of an API that has no route for it. */
const PLAIN_HANDSHAKE = { method: 'GET', path: '', headers: [], body: '' };

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
