import { Construct, type IConstruct } from 'constructs';
import { issue, type Issue } from '../../errors';
import { describeProtocol, domainAddress, LIMITS, MAPPING_KEY, type DomainMappingSpec } from '../../spec';
import type { ApiRegistry } from '../api-registry';

/** A custom domain: a DomainName of aws-cdk-lib/aws-apigatewayv2, or the name alone. */
export interface IDomainName {
  /** The name: `api.example.com`. */
  readonly name: string;
}

/** The mapping of a custom domain to a stage. */
export interface DomainMappingOptions {
  /** The domain. HTTP APIs may share it with REST APIs, WebSocket APIs only with each other. */
  readonly domainName: IDomainName;

  /**
   * The first segments of the path, such as `v1/orders`: letters, digits and `-_.+!*'()$`, at most 300 characters. The longest key of the
   * domain wins.
   * @default - the stage takes what no other key of the domain takes
   */
  readonly mappingKey?: string;
}

/** The mapping as a spec has it; undefined for a key that API Gateway refuses. */
export function mappingInput({ domainName, mappingKey }: DomainMappingOptions): DomainMappingSpec | undefined {
  if (mappingKey !== undefined && !isMappingKey(mappingKey)) return undefined;
  return { domainName: nameOf(domainName), ...(mappingKey === undefined ? {} : { mappingKey }) };
}

function isMappingKey(key: string): boolean {
  return MAPPING_KEY.test(key) && key.length <= LIMITS.mappingKeyLength.max;
}

/** The name is a reference in a CDK stack; the resource has the text. */
function nameOf(domain: IDomainName): string {
  const resource: unknown = Construct.isConstruct(domain) ? domain.node.defaultChild : undefined;
  const declared: unknown = typeof resource === 'object' && resource !== null ? Reflect.get(resource, 'domainName') : undefined;
  return typeof declared === 'string' ? declared : domain.name;
}

/** A mapping that a construct of the tree has. */
interface Claim {
  readonly mapping: DomainMappingSpec;
  readonly keepsConnections: boolean;
  readonly owner: IConstruct;
}

const CLAIMS = new WeakMap<IConstruct, Claim[]>();

/** Keeps the mapping of a stage, and reports what API Gateway refuses: a key, one that is taken, or a domain of another kind of APIs. */
export function claimDomain(stage: IConstruct, registry: ApiRegistry, options: DomainMappingOptions): void {
  const mapping = mappingInput(options);
  if (mapping === undefined) {
    const { mappingKey: given = '' } = options;
    registry.report(issue('MAPPING_KEY_INVALID', stage.node.path, { given }));
    return;
  }
  claim({ mapping, owner: stage, keepsConnections: describeProtocol(registry).keepsConnections }, (found) => registry.report(found));
}

function claim(added: Claim, report: (issue: Issue) => void): void {
  const { node } = added.owner;
  const claims = CLAIMS.get(node.root) ?? [];
  CLAIMS.set(node.root, [...claims, added]);
  const sameDomain = claims.filter(({ mapping }) => mapping.domainName.toLowerCase() === added.mapping.domainName.toLowerCase());
  const taken = sameDomain.find(({ mapping }) => mapping.mappingKey === added.mapping.mappingKey);
  const foreign = sameDomain.find(({ keepsConnections }) => keepsConnections !== added.keepsConnections);
  const conflict = taken ?? foreign;
  if (conflict === undefined) return;
  const { path } = conflict.owner.node;
  const problem = taken === undefined
    ? issue('DOMAIN_NOT_SHARED', node.path, { domain: added.mapping.domainName, other: path })
    : issue('DUPLICATE_NAME', node.path, { what: 'mapping', name: domainAddress(added.mapping), other: path });
  report({ ...problem, related: path });
}
