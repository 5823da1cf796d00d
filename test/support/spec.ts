import { examineSpec, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';

type ResourceInput = NonNullable<GatewaySpecInput['resources']>[string];
export type MethodInput = NonNullable<NonNullable<ResourceInput['methods']>['GET']>;

/** A method without a backend. */
export const MOCK: MethodInput = { integration: { type: 'mock', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };

/** A valid spec with these nodes. */
export function specInput(nodes: Partial<GatewaySpecInput> = {}): GatewaySpecInput {
  return { format: 'synthgate/1', api: { id: 'pets', name: 'Pets' }, ...nodes };
}

/** A spec with a method GET for each path. */
export function specWithPaths(...paths: string[]): GatewaySpecInput {
  return specInput({ resources: Object.fromEntries(paths.map((path, index) => [path, { id: `r${index}`, methods: { GET: MOCK } }])) });
}

/** A spec with one method, GET /. */
export function specWithMethod(method: MethodInput, nodes: Partial<GatewaySpecInput> = {}): GatewaySpecInput {
  return specInput({ resources: { '/': { id: 'root', methods: { GET: method } } }, ...nodes });
}

/** `code location` of all issues; warnings are prefixed with `warning`. */
export function findingsIn(value: unknown): string[] {
  return examineSpec(value, 'spec').issues.map((one) => `${one.severity === 'error' ? '' : `${one.severity} `}${one.code} ${one.location}`);
}

/** The complete spec of a valid input. */
export function complete(value: unknown): GatewaySpec {
  const { spec, issues } = examineSpec(value, 'spec');
  if (spec === undefined) throw new Error(JSON.stringify(issues));
  return spec;
}
