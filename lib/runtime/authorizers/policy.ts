import type { PolicySpec, ResourcePolicySpec, StatementSpec } from '../../spec';
import { compileConditions, type ConditionValues } from './conditions';
import { matchesWildcards } from './wildcard';

export interface PolicyRequest {
  readonly resource: string;
  readonly values: ConditionValues;
  /** The signer of the request, if anybody signed it. */
  readonly caller?: { readonly userArn: string; readonly accountId: string };
  /** Default: Invoke. */
  readonly action?: PolicyAction;
}

/** The action that a policy allows: the call of an API or of a function's URL, a cached response's invalidation, or a connection's use. */
export type PolicyAction = 'execute-api:Invoke' | 'execute-api:InvalidateCache' | 'execute-api:ManageConnections' | 'lambda:InvokeFunctionUrl';

/** `none`: no statement applies. */
export type Verdict = 'allow' | 'deny' | 'none';

export type Policy = (request: PolicyRequest) => Verdict;

const ACTIONS: readonly PolicyAction[] = [
  'execute-api:Invoke', 'execute-api:InvalidateCache', 'execute-api:ManageConnections', 'lambda:InvokeFunctionUrl',
];

/**
 * Compiles a policy. A Deny that matches wins over every Allow; actions are case-insensitive, resources case-sensitive.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function compilePolicy({ Statement }: PolicySpec | ResourcePolicySpec): Policy {
  const statements = Statement.map((statement: StatementSpec) => ({ effect: statement.Effect, applies: compileStatement(statement) }));
  return (request) => {
    const effects = statements.filter(({ applies }) => applies(request)).map(({ effect }) => effect);
    if (effects.includes('Deny')) return 'deny';
    return effects.length === 0 ? 'none' : 'allow';
  };
}

function compileStatement(statement: StatementSpec): (request: PolicyRequest) => boolean {
  const { Action, NotAction, Resource, NotResource, Principal } = statement;
  const listed = [Action ?? NotAction ?? []].flat().map((text) => text.toLowerCase());
  const about = new Set(ACTIONS.filter((action) => isListed(listed, action.toLowerCase()) === (Action !== undefined)));
  if (about.size === 0) return () => false;
  const resources = [Resource ?? NotResource ?? []].flat();
  const holds = compileConditions(statement);
  return (request) =>
    about.has(request.action ?? 'execute-api:Invoke') &&
    isListed(resources, request.resource) === (Resource !== undefined) && isCaller(Principal, request.caller) && holds(request.values);
}

function isListed(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesWildcards(pattern, text));
}

/** Whether a statement applies to a caller: to everybody, an account, a user, or the role of a session. */
function isCaller(principal: StatementSpec['Principal'], caller: PolicyRequest['caller']): boolean {
  if (principal === undefined || principal === '*') return true;
  return [principal.AWS].flat().some((one) => {
    if (one === '*') return true;
    if (caller === undefined) return false;
    return [caller.accountId, `arn:aws:iam::${caller.accountId}:root`, caller.userArn, roleOf(caller.userArn)].includes(one);
  });
}

/** `arn:aws:sts::1:assumed-role/Reader/session` acts for `arn:aws:iam::1:role/Reader`. */
function roleOf(arn: string): string {
  return arn.replace(/^arn:aws:sts::(\d*):assumed-role\/([^/]+)\/.*$/, 'arn:aws:iam::$1:role/$2');
}
