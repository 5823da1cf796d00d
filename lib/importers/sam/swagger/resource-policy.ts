import { refuseTemplate } from '../refuse';
import { isMap, isSet, type JsonMap } from '../value';
import { ANY_METHOD, pathItems, type SwaggerDocument } from './document';

const POLICY = 'x-amazon-apigateway-policy';

/** A path of the document, in the API's stage. */
export interface PolicyPlace {
  readonly document: SwaggerDocument;
  readonly path: string;
  readonly stage: unknown;
}

interface PolicyTarget {
  readonly document: SwaggerDocument;
  readonly resources: readonly unknown[];
}

const MEMBERS = new Set([
  'AwsAccountBlacklist', 'AwsAccountWhitelist', 'CustomStatements', 'IntrinsicVpcBlacklist', 'IntrinsicVpcWhitelist',
  'IntrinsicVpceBlacklist', 'IntrinsicVpceWhitelist', 'IpRangeBlacklist', 'IpRangeWhitelist', 'SourceVpcBlacklist', 'SourceVpcWhitelist',
]);

/**
 * The statements that a resource policy of SAM becomes for one path, added to the document's policy. A misspelled member would leave the
 * path open.
 */
export function addResourcePolicy({ document, path, stage }: PolicyPlace, policy: unknown): void {
  if (!isMap(policy)) throw refuseTemplate('Resource Policy is not a valid dictionary.');
  const unknown = Object.keys(policy).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) throw refuseTemplate(`Resource Policy has no member '${unknown}'.`);
  const target = { document, resources: methodResources(document, path, stage) };
  addAccounts(target, policy['AwsAccountWhitelist'], 'Allow');
  addAccounts(target, policy['AwsAccountBlacklist'], 'Deny');
  addAddresses(target, policy['IpRangeWhitelist'], 'NotIpAddress');
  addAddresses(target, policy['IpRangeBlacklist'], 'IpAddress');
  addNetworks(target, endpoints(policy, 'Blacklist'), 'StringEquals');
  addNetworks(target, endpoints(policy, 'Whitelist'), 'StringNotEquals');
  document[POLICY] ??= {};
}

export function addCustomStatements(document: SwaggerDocument, statements: unknown): void {
  addStatements(document, listOf(statements), true);
}

function addAccounts({ document, resources }: PolicyTarget, accounts: unknown, effect: 'Allow' | 'Deny'): void {
  if (!isSet(accounts)) return;
  if (!isMap(accounts) && !Array.isArray(accounts)) throw refuseTemplate(`Type of '${String(accounts)}' must be a list or dictionary`);
  addStatements(document, [{ ...statement(effect, resources), Principal: { AWS: listOf(accounts) } }], false);
}

function addAddresses(target: PolicyTarget, ranges: unknown, operator: string): void {
  if (!isSet(ranges)) return;
  addAllowAndDeny(target, { [operator]: { 'aws:SourceIp': listOf(ranges) } });
}

interface Endpoints {
  readonly networks: readonly unknown[];
  readonly endpoints: readonly unknown[];
}

function endpoints(policy: JsonMap, list: 'Whitelist' | 'Blacklist'): Endpoints {
  const ids = policy[`SourceVpc${list}`];
  if (Array.isArray(ids) && !ids.every((id) => typeof id === 'string')) {
    throw refuseTemplate(`SourceVpc${list} must be a list of strings. Use IntrinsicVpc${list} instead for values that use Intrinsic Functions`);
  }
  const texts = listOf(ids).map(String);
  return {
    networks: [...texts.filter((id) => id.startsWith('vpc-')), ...listOf(policy[`IntrinsicVpc${list}`])],
    endpoints: [...texts.filter((id) => id.startsWith('vpce-')), ...listOf(policy[`IntrinsicVpce${list}`])],
  };
}

function addNetworks(target: PolicyTarget, { networks, endpoints }: Endpoints, operator: string): void {
  if (networks.length === 0 && endpoints.length === 0) return;
  const condition = {
    ...(networks.length === 0 ? {} : { 'aws:SourceVpc': networks }),
    ...(endpoints.length === 0 ? {} : { 'aws:SourceVpce': endpoints }),
  };
  addAllowAndDeny(target, { [operator]: condition });
}

/** Everybody is allowed, and denied under the condition. */
function addAllowAndDeny({ document, resources }: PolicyTarget, condition: JsonMap): void {
  const everybody = { Principal: '*' };
  addStatements(document, [
    { ...statement('Allow', resources), ...everybody },
    { ...statement('Deny', resources), ...everybody, Condition: condition },
  ], true);
}

function statement(effect: 'Allow' | 'Deny', resources: readonly unknown[]): JsonMap {
  return { Effect: effect, Action: 'execute-api:Invoke', Resource: resources };
}

function addStatements(document: SwaggerDocument, added: readonly unknown[], once: boolean): void {
  const policy = document[POLICY];
  const existing = listOf(isMap(policy) ? policy['Statement'] : undefined);
  const known = new Set(existing.map((statement) => JSON.stringify(statement)));
  const fresh = once ? added.filter((statement) => !known.has(JSON.stringify(statement))) : added;
  document[POLICY] = { ...(isMap(policy) ? policy : {}), Version: '2012-10-17', Statement: [...existing, ...fresh] };
}

/** The resources of all methods of a path: path parameters are wildcards, and the stage is filled in by CloudFormation. */
function methodResources(document: SwaggerDocument, path: string, stage: unknown): readonly unknown[] {
  const pattern = path.replaceAll(/\{([a-zA-Z0-9._-]+\+?)\}/g, '*');
  return pathItems(document, path).flatMap((item) => Object.keys(item)).map((key) => {
    const method = [ANY_METHOD, 'any'].includes(key.toLowerCase()) ? '*' : key.toUpperCase();
    return { 'Fn::Sub': [`execute-api:/\${__Stage__}/${method}${pattern}`, { __Stage__: stage }] };
  });
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
