import { routeTableText, type ServedApi, type Serving, type StageDrift } from '../runtime';
import { curlLines } from './curl-lines';
import { indent } from './route-listing';
import type { Colors } from './terminal';

/** What `synthgate serve` shows once it serves: URLs, stages with their deployments, routes, and calls to try. */
export function serveBanner({ apis, management }: Pick<Serving, 'apis' | 'management'>, behind: readonly StageDrift[], colors: Colors): string {
  const lines = apis.map((api) => apiBanner(api, behind, colors)).join('\n');
  return `\n${lines}${tryText(apis, colors)}${managementText(management, colors)}\n`;
}

function managementText(management: Serving['management'], colors: Colors): string {
  if (management === undefined) return '';
  return `\n${colors.dim('management:')}\n  ${colors.green(management.url)}  ${colors.dim(`token in ${management.tokenFile}`)}\n`;
}

function apiBanner(api: ServedApi, behind: readonly StageDrift[], colors: Colors): string {
  const width = Math.max(0, ...api.stages.map(({ name }) => name.length));
  const stages = api.stages.map((stage) => {
    const late = behind.find((one) => one.api === api.name && one.stage === stage.name);
    const source = stage.source === 'state' ? 'deployed' : 'as synthesized';
    const line = `  ${colors.green(reachable(`${api.url}/${stage.name}`))}${' '.repeat(width - stage.name.length)}  ${colors.dim(`${stage.fingerprint.slice(0, 12)}  ${source}`)}\n`;
    return late === undefined ? line : `${line}    ${colors.yellow(behindText(late))}\n`;
  });
  const none = `  ${colors.yellow('no stage is deployed: every call answers 403')}\n`;
  return `${colors.bold(api.name)}\n${stages.join('') || none}\n${routeTables(api)}`;
}

/** One table, or one for each deployment where stages are at different ones. */
function routeTables({ stages }: ServedApi): string {
  const fingerprints = [...new Set(stages.map((stage) => stage.fingerprint))];
  return fingerprints.map((fingerprint) => {
    const same = stages.filter((stage) => stage.fingerprint === fingerprint);
    const head = fingerprints.length === 1 ? '' : `  ${same.map((stage) => stage.name).join(', ')}:\n`;
    return `${head}${indent(routeTableText(same[0]?.routes ?? []))}\n`;
  }).join('\n');
}

function behindText({ api, stage, differences }: StageDrift): string {
  return `${differences.join(' and ')} changed since; to take it up, run: synthgate deploy ${api} --stage ${stage}`;
}

function tryText(apis: readonly ServedApi[], colors: Colors): string {
  const [api] = apis.filter(({ stages }) => stages.length > 0);
  const stage = api?.stages.find(({ name }) => name === 'prod') ?? api?.stages[0];
  if (api === undefined || stage === undefined) return '';
  return `\n${colors.dim('try:')}\n${curlLines(reachable(api.url), stage.name, stage.routes).map((line) => `  ${line}\n`).join('')}`;
}

/** Addresses that mean "all interfaces" can be listened on, not called. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
