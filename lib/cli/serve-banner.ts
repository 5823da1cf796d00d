import { reachableUrl, routeTableText, type ServedApi, type Serving, type StageDrift } from '../runtime';
import { curlLines, wscatLines } from './curl-lines';
import { indent } from './route-listing';
import type { Colors } from './terminal';

/** The members of a gateway that the banner shows. */
export type Banner = Pick<Serving, 'apis' | 'health' | 'management' | 'lambdaEndpoint' | 'certificateAuthority' | 'exampleCalls'>;

/** Returns the text that `synthgate serve` prints once it is ready: calls to try, then stages with their deployments, and routes. */
export function serveBanner(serving: Banner, behind: readonly StageDrift[], colors: Colors): string {
  const { apis, health, management, lambdaEndpoint, certificateAuthority } = serving;
  const lines = apis.map((api) => apiBanner(api, behind, colors)).join('\n');
  return `\n${tryText(serving, colors)}${lines}${healthText(health, colors)}${managementText(management, colors)}${lambdaText(lambdaEndpoint, colors)}${authorityText(certificateAuthority, colors)}\n`;
}

function healthText(url: string | undefined, colors: Colors): string {
  return url === undefined ? '' : `\n${colors.dim('health:')}\n  ${colors.green(`${reachableUrl(url)}/readyz`)}\n`;
}

function managementText(management: Serving['management'], colors: Colors): string {
  if (management === undefined) return '';
  const { dashboardUrl } = management;
  if (dashboardUrl !== undefined) return `\n${colors.dim('dashboard')}  ${colors.green(dashboardUrl)}\n`;
  return `\n${colors.dim('management:')}\n  ${colors.green(management.url)}  ${colors.dim(`token in ${management.tokenFile}`)}\n`;
}

function lambdaText(url: string | undefined, colors: Colors): string {
  return url === undefined ? '' : `\n${colors.dim('Lambda endpoint:')}\n  ${colors.green(url)}  ${colors.dim('AWS_ENDPOINT_URL_LAMBDA in functions')}\n`;
}

function authorityText(file: string | undefined, colors: Colors): string {
  return file === undefined ? '' : `\n${colors.dim('certificate authority to trust:')}\n  ${file}  ${colors.dim('curl --cacert, NODE_EXTRA_CA_CERTS')}\n`;
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
