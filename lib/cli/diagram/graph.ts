import {
  describeIntegration, describeProtocol, functionLabel, methodsOf,
  type GatewaySpec, type IntegrationSpec, type LocatedMethod,
} from '../../spec';
import { authorizationText, integrationText, protocolWords, type BoxText } from './kinds';

export type BoxKind = 'stage' | 'deployment' | 'route' | 'authorization' | 'integration' | 'function' | 'backend';

export interface Box extends BoxText {
  readonly kind: BoxKind;
}

/**
 * A box with what leads to it. A request passes from a leaf to the root, so each path of a diagram is the way of one route: boxes of
 * authorizers and integrations are repeated where sharing them would leave open which route calls which function.
 */
export interface BoxTree {
  /** Undefined where the boxes below lead to nothing more. */
  readonly box: Box | undefined;
  readonly sources: readonly BoxTree[];
}

export interface StageBox {
  readonly box: Box;
  readonly deployments: readonly { readonly reference: string; readonly isCanary: boolean }[];
}

export interface ApiGraph {
  readonly title: string;
  readonly routesHeading: string;
  /** Ends of requests: a function, a backend, or nothing; below them integrations, authorizations and routes. */
  readonly ends: readonly BoxTree[];
  readonly stages: readonly StageBox[];
  /** Boxes of deployments by their reference; `LATEST` is the definition itself. */
  readonly deployments: ReadonlyMap<string, Box>;
}

export const LATEST = 'latest';
/** As many digits of a fingerprint as listings show. */
const SHOWN_DIGITS = 12;

/** Reads the parts of an API for a diagram. @param fingerprint - of the definition */
export function graphOf(spec: GatewaySpec, fingerprint: string): ApiGraph {
  const stages = stageBoxes(spec, fingerprint);
  const references = stages.flatMap(({ deployments }) => deployments.map(({ reference }) => reference));
  return {
    title: `${spec.api.name} (${describeProtocol(spec).label})`,
    routesHeading: protocolWords(spec).routes,
    ends: treeOf([...methodsOf(spec).map((placed) => methodWay(placed, spec)), ...preflightWays(spec)]),
    stages,
    deployments: new Map([...new Set(references)].map((reference) => [reference, deploymentBox(reference)])),
  };
}

/** The boxes that requests of a route pass, the last one first. */
type Way = readonly [end: Box | undefined, integration: Box, authorization: Box | undefined, route: Box];

function methodWay({ path, httpMethod, method }: LocatedMethod, spec: GatewaySpec): Way {
  const authorization = authorizationText(method.authorization, spec);
  return [
    endBox(method.integration, spec),
    { kind: 'integration', ...integrationText(method.integration) },
    authorization === undefined ? undefined : { kind: 'authorization', ...authorization },
    { kind: 'route', title: describeProtocol(spec).methodKey(path, httpMethod), ...(method.apiKeyRequired ? { detail: 'API key' } : {}) },
  ];
}

function endBox(integration: IntegrationSpec, { functions }: GatewaySpec): Box | undefined {
  const { functions: [called], declared, target } = describeIntegration(integration);
  const name = called ?? declared?.function;
  if (name !== undefined) return { kind: 'function', title: functionLabel(functions, name), ...runtimeOf(name, functions) };
  return target === undefined ? undefined : { kind: 'backend', title: target };
}

/** A function that cannot run here says so. */
function runtimeOf(name: string, functions: GatewaySpec['functions']): Pick<Box, 'detail'> {
  const { unavailable } = (Object.hasOwn(functions, name) ? functions[name] : undefined) ?? {};
  return unavailable === undefined ? {} : { detail: 'not run here' };
}

/** Preflights that the gateway answers, in one box: most resources have the same. */
function preflightWays(spec: GatewaySpec): Way[] {
  const { routes, hasCorsOfTheApi } = protocolWords(spec);
  const paths = Object.keys(spec.resources).sort().filter((path) => spec.resources[path]?.cors !== undefined);
  const title = hasCorsOfTheApi && spec.api.cors !== undefined ? `OPTIONS of every ${routes.toLowerCase()}` : optionsOf(paths);
  return title === undefined ? [] : [[undefined, { kind: 'integration', title: 'CORS preflight' }, undefined, { kind: 'route', title }]];
}

function optionsOf([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  return others.length === 0 ? `OPTIONS ${first}` : `OPTIONS of ${others.length + 1} resources`;
}

function treeOf(ways: readonly Way[]): BoxTree[] {
  return grouped(ways, 0).map(({ box, ways }) => ({ box, sources: integrationsOf(ways) }));
}

function integrationsOf(ways: readonly Way[]): BoxTree[] {
  return grouped(ways, 1).map(({ box, ways }) => ({ box, sources: authorizationsOf(ways) }));
}

/** Routes that anybody may call lead to the integration directly. */
function authorizationsOf(ways: readonly Way[]): BoxTree[] {
  return grouped(ways, 2).map(({ box, ways }) => ({ box, sources: ways.map(([, , , route]) => ({ box: route, sources: [] })) }));
}

/** The ways by their box at a place, in the order of their first one. */
function grouped(ways: readonly Way[], place: 0 | 1 | 2): { readonly box: Box | undefined; readonly ways: readonly Way[] }[] {
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const key = JSON.stringify(way[place] ?? null);
    groups.set(key, [...groups.get(key) ?? [], way]);
  }
  return [...groups.values()].map((ways) => ({ box: ways[0]?.[place], ways }));
}

function stageBoxes({ stages }: GatewaySpec, fingerprint: string): StageBox[] {
  const referenceOf = (deployment: string): string => (deployment === fingerprint ? LATEST : deployment);
  return Object.entries(stages).sort(([one], [other]) => (one < other ? -1 : 1)).map(([title, { deployment, canary }]) => ({
    box: { kind: 'stage', title, ...(canary === undefined ? {} : { detail: `canary: ${canary.percentTraffic} %` }) },
    deployments: [
      { reference: referenceOf(deployment), isCanary: false },
      ...(canary === undefined ? [] : [{ reference: referenceOf(canary.deployment), isCanary: true }]),
    ],
  }));
}

/** The definition has no fingerprint in a diagram, which would then change with every limit. */
function deploymentBox(reference: string): Box {
  if (reference === LATEST) return { kind: 'deployment', title: 'this definition', detail: 'latest deployment' };
  return { kind: 'deployment', title: reference.slice(0, SHOWN_DIGITS), detail: 'pinned deployment' };
}
