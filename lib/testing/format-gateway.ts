import { readSpecText, routesOf, routeTableText, type GatewaySpec } from '../spec';

/** Anything with a spec, such as an `Api`. */
export interface HasDefinition {
  /** The canonical spec. */
  toJson(): string;
}

/**
 * A definition as readable text: the route table, then every setting of each route, function, stage, key and plan, one per
 * line. It changes with the definition but not with code. It does not contain values of API keys.
 * @example expect(formatGateway(api)).toMatchSnapshot();
 */
export function formatGateway(api: HasDefinition): string {
  const { spec } = readSpecText(api.toJson(), 'gateway');
  const { api: apiSettings, format: _format, protocol, resources, ...others } = { ...spec, apiKeys: withoutValues(spec.apiKeys) };
  const chapters = [
    { title: apiSettings.name, lines: [...settings({ ...apiSettings, protocol }, ['name']), '', ...routeTableText(routesOf(spec)).split('\n')] },
    ...Object.entries(resources).flatMap(([path, resource]) => resourceChapters(path, resource)),
    ...Object.entries(others).flatMap(([member, nodes]) => mapChapters(kindOf(member), nodes)),
  ];
  return chapters.map(({ title, lines }) => `${[title, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')}\n`).join('\n');
}

function kindOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/s$/, '');
}

interface Chapter {
  readonly title: string;
  readonly lines: readonly string[];
}

function resourceChapters(path: string, { id, cors, methods }: GatewaySpec['resources'][string]): Chapter[] {
  const ofMethods = Object.entries(methods).map(([method, settingsOfMethod]) => ({ title: `${method} ${path}`, lines: settings(settingsOfMethod) }));
  return [{ title: `resource ${path}`, lines: settings({ id, cors }) }, ...ofMethods];
}

function mapChapters(kind: string, nodes: Readonly<Record<string, unknown>>): Chapter[] {
  return Object.entries(nodes).map(([name, node]) => ({ title: `${kind} ${name}`, lines: settings(node) }));
}

function withoutValues(keys: GatewaySpec['apiKeys']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, { ...key, value: key.value === undefined ? undefined : '(given)' }]));
}

/** `integration.timeoutMs: 29000`, one per line, sorted by name; empty and missing members are omitted. */
function settings(node: unknown, without: readonly string[] = []): string[] {
  return leaves(node).filter(({ name }) => !without.includes(name)).flatMap(({ name, value }) => {
    const lines = value.split('\n');
    return lines.length === 1 ? [`${name}: ${value}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}

interface Leaf {
  readonly name: string;
  readonly value: string;
}

function leaves(node: unknown): Leaf[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).sort(([left], [right]) => (left < right ? -1 : 1)).flatMap(([name, value]) => leavesOf(name, value));
}

function leavesOf(name: string, value: unknown): Leaf[] {
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')) return [{ name, value: value.join(', ') }];
  if (typeof value !== 'object') return value === undefined ? [] : [{ name, value: String(value) }];
  const inside = leaves(value).map((leaf) => ({ ...leaf, name: `${name}.${leaf.name}` }));
  // a declaration without settings is printed as well: `methodResponses.200: {}`
  return inside.length === 0 && Object.keys(Object(value)).length > 0 ? [{ name, value: '{}' }] : inside;
}
