import { issueText } from '../errors';
import { routesOf, routeTableText, type AssemblyApi } from '../runtime';
import { domainAddress } from '../spec';
import type { Colors } from './terminal';

/** The name and stages of each API, followed by its routes and custom domains. */
export function routeListing(apis: readonly AssemblyApi[], colors: Colors): string {
  return apis.map((api) => {
    const stages = Object.keys(api.spec.stages);
    const head = `${colors.bold(api.name)}  ${colors.dim(`${api.fingerprint.slice(0, 12)}  stages: ${stages.join(', ') || 'none'}`)}`;
    const domains = domainsOf(api).map(({ address, stage }) => `${address} → stage ${stage}`);
    return `${head}\n${indent([routeTableText(routesOf(api.spec)), ...domains].join('\n'))}\n`;
  }).join('\n');
}

function domainsOf({ spec: { stages } }: AssemblyApi): { readonly address: string; readonly stage: string }[] {
  return Object.entries(stages).flatMap(([stage, { domainMappings = [] }]) => (
    domainMappings.map((mapping) => ({ address: domainAddress(mapping), stage }))));
}

export function routeListingValue(apis: readonly AssemblyApi[]): unknown {
  return {
    apis: apis.map((api) => ({
      name: api.name,
      apiId: api.spec.api.id,
      fingerprint: api.fingerprint,
      stages: Object.entries(api.spec.stages).map(([name, stage]) => ({ name, deployment: stage.deployment })),
      ...(domainsOf(api).length === 0 ? {} : { domains: domainsOf(api) }),
      routes: routesOf(api.spec),
    })),
  };
}

/** The warnings of the definitions and of the code of their functions. */
export function warningText(apis: readonly AssemblyApi[]): string {
  return warningsOf(apis).map((warning) => `${warning}\n`).join('');
}

/** The same one by one. */
export function warningsOf(apis: readonly AssemblyApi[]): string[] {
  const ofCode = apis.flatMap(({ codeWarnings = [] }) => codeWarnings);
  return [...apis.flatMap((api) => api.warnings).map(issueText), ...new Set(ofCode)];
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
