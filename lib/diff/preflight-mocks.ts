import { protocolOf, type CorsSpec, type GatewaySpec, type MethodSpec, type ResourceSpec } from '../spec';
import { pathForm } from './route-matching';

const HEADER = 'method.response.header.';
const ALLOW = 'access-control-allow-';
/** Headers of a preflight; a mock that sends others does something else as well. */
const KNOWN = new Set([
  ...['origin', 'headers', 'methods', 'credentials'].map((name) => `${ALLOW}${name}`),
  'access-control-max-age', 'access-control-expose-headers', 'vary',
]);

const SENT = String.raw`#set\(\$origin=\$input\.params(?:\("[Oo]rigin"\)|\(\)\.header\.get\("[Oo]rigin"\))\)`;
const ONE = String.raw`\$origin(?:\.matches\("[^"]+"\)|=="[^"]+")`;
/** The template that sends back the origin that asks, without its blanks: as the CDK, the Serverless Framework and synthgate write it. */
const CHOOSES_ORIGIN = new RegExp(
  String.raw`^${SENT}#if\(\$origin==""\)${SENT}#end#if\((${ONE}(?:\|\|${ONE})*)\)`
  + String.raw`#set\(\$context\.responseOverride\.header\.Access-Control-Allow-Origin=\$origin\)#end(?:#set\(\$origin=""\))?$`,
);
const ORIGIN = /\$origin(?:\.matches\("([^"]+)"\)|=="([^"]+)")/g;

/**
 * Two definitions in which CORS that is written out as OPTIONS methods with mocks is a policy, as in a definition with CORS: rules of CORS
 * read both. A path is left as it is unless both definitions have a policy, a mock that can be read, or nothing for its preflights.
 */
export function withCorsPolicies(before: GatewaySpec, after: GatewaySpec): readonly [GatewaySpec, GatewaySpec] {
  if (protocolOf(before) !== 'rest' || protocolOf(after) !== 'rest') return [before, after];
  const [then, now] = [byForm(before), byForm(after)];
  return [rewritten(before, then, now), rewritten(after, now, then)];
}

type Resources = ReadonlyMap<string, ResourceSpec>;

function byForm({ resources }: GatewaySpec): Resources {
  return new Map(Object.entries(resources).map(([path, resource]) => [pathForm(path), resource]));
}

function rewritten(spec: GatewaySpec, own: Resources, others: Resources): GatewaySpec {
  const resources = Object.entries(spec.resources).map(([path, resource]): readonly [string, ResourceSpec] => {
    const form = pathForm(path);
    const policy = policyOf(own.get(form));
    const matching = others.get(form);
    if (policy === undefined || !isReadable(matching)) return [path, resource];
    const { OPTIONS, ...methods } = resource.methods;
    return [path, { ...resource, methods, cors: { ...policy, methods: matching?.cors?.methods ?? policy.methods } }];
  });
  return { ...spec, resources: Object.fromEntries(resources) };
}

/** Whether preflights of a resource are answered by a policy, by a mock that can be read, or not at all. */
function isReadable(resource: ResourceSpec | undefined): boolean {
  if (resource === undefined || resource.cors !== undefined) return true;
  const { OPTIONS, ANY } = resource.methods;
  return OPTIONS === undefined ? ANY === undefined : policyOf(resource) !== undefined;
}

function policyOf(resource: ResourceSpec | undefined): CorsSpec | undefined {
  const options: MethodSpec | undefined = resource?.methods.OPTIONS;
  if (options?.integration.type !== 'mock' || options.authorization.type !== 'NONE' || options.apiKeyRequired) return undefined;
  const [response, ...more] = options.integration.responses;
  if (response === undefined || more.length > 0) return undefined;
  const headers = headersOf(response.responseParameters);
  const origin = headers?.get(`${ALLOW}origin`);
  const origins = headers && origin !== undefined && originsOf(Object.values(response.responseTemplates));
  if (headers === undefined || origin === undefined || !origins) return undefined;
  const list = (name: string): string[] => (headers.get(name) ?? '').split(',').map((item) => item.trim()).filter((item) => item !== '');
  const maxAge = headers.get('access-control-max-age');
  return {
    methods: ['OPTIONS'],
    allowOrigins: [origin, ...origins],
    allowHeaders: list(`${ALLOW}headers`),
    allowMethods: list(`${ALLOW}methods`),
    allowCredentials: headers.get(`${ALLOW}credentials`) === 'true',
    exposeHeaders: list('access-control-expose-headers'),
    statusCode: Number(response.statusCode),
    ...(maxAge === undefined ? {} : { maxAgeSeconds: Number(maxAge) }),
  };
}

/** Constant headers by their names in lower case; undefined if others are mapped, or anything that is no constant. */
function headersOf(parameters: Readonly<Record<string, string>>): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  for (const [target, source] of Object.entries(parameters)) {
    const name = target.startsWith(HEADER) ? target.slice(HEADER.length).toLowerCase() : '';
    const [, constant] = /^'(.*)'$/s.exec(source) ?? [];
    if (constant === undefined || !KNOWN.has(name)) return undefined;
    headers.set(name, constant);
  }
  return headers;
}

/** Origins beside the one in the header; undefined for templates that do something else. */
function originsOf(templates: readonly string[]): readonly string[] | undefined {
  const texts = [...new Set(templates.map((template) => template.replaceAll(/\s/g, '')))].filter((text) => text !== '' && text !== '{}');
  if (texts.length === 0) return [];
  const [, condition] = (texts.length === 1 ? CHOOSES_ORIGIN.exec(texts[0] ?? '') : undefined) ?? [];
  return condition === undefined ? undefined : [...condition.matchAll(ORIGIN)].map(([, pattern, text]) => pattern ?? text ?? '');
}
