import { loss, type Issue } from '../errors';
import {
  describeAuthorization, describeIntegrationInput, mendSpec,
  type GatewaySpecInput, type LostRoute, type RoutePlace, type SpecChange, type SpecMender, type SpecPart, type SpecProblem,
} from '../spec';
import type { MethodInput } from './template/api/draft';
import { isMembers, memberOf, textOf } from './value';

/** A spec that can be served, and what had to be changed for that. */
export interface Fitted {
  readonly spec: GatewaySpecInput;
  readonly issues: readonly Issue[];
}

/**
 * Makes an imported spec valid here. Methods that this format does not accept become unavailable, which keeps them in the route table;
 * other parts are dropped, where that lets nobody in.
 * @param closed - why no method may be called
 * @param lost - routes of the source that the spec does not have: methods that could answer for them become unavailable
 */
export function fitSpec(imported: GatewaySpecInput, closed?: string, lost: readonly LostRoute[] = []): Fitted {
  const hopeless = 'the definition around it cannot be imported';
  const { spec, changes } = mendSpec(inOrder(imported), { closed, lost, repair, close, closeAround, hopeless });
  // each once: a function that cannot have its name is changed first, and left out in the next round
  const issues = new Map(changes.flatMap(issuesOf).map((issue) => [`${issue.code} ${issue.location} ${issue.message}`, issue]));
  return { spec, issues: [...issues.values()] };
}

/** Methods are reported by their names, whatever their order in the source. */
function inOrder({ resources = {}, ...spec }: GatewaySpecInput): GatewaySpecInput {
  const sorted = Object.entries(resources).map(([path, resource]) => {
    const methods = Object.entries(resource.methods ?? {}).sort(([name], [next]) => (name < next ? -1 : 1));
    return [path, { ...resource, methods: Object.fromEntries(methods) }];
  });
  return { ...spec, resources: Object.fromEntries(sorted) };
}

function issuesOf({ reason, ...change }: SpecChange): Issue[] {
  if (change.type === 'part') {
    const { group, name, member } = change;
    return [loss('IMPORT_PART_REFUSED', name, { what: member === undefined ? `${group} ${name}` : `${member} of stage ${name}`, reason })];
  }
  const { httpMethod: method, path, wasUnavailable } = change;
  return wasUnavailable ? [] : [loss('IMPORT_METHOD_UNAVAILABLE', `${method} ${path}`, { method, path, reason })];
}

/** Closes the methods that have problems; if none has, leaves out parts. What needs these has a problem in the next round. */
function repair(mender: SpecMender, problems: readonly SpecProblem[]): void {
  const reasons = new Map(problems.flatMap(({ target, reason }) => (target?.type === 'method' ? [[keyOf(target), reason]] : [])));
  if (reasons.size > 0) {
    mender.close((place) => reasons.get(keyOf(place)));
    return;
  }
  const { spec } = mender;
  for (const { target, reason } of problems) if (target?.type === 'part') leaveOut(mender, { ...target, reason }, spec);
  if (mender.spec === spec) mender.closeAll(problems.map(({ reason }) => reason).join('; '));
}

function keyOf({ path, httpMethod }: RoutePlace): string {
  return `${path} ${httpMethod}`;
}

type Refused = SpecPart & { readonly reason: string };

/** Leaves out a part. Of a stage its valid members stay, of a function one that cannot run, unless that was refused as well. */
function leaveOut(mender: SpecMender, { member, reason, ...part }: Refused, before: GatewaySpecInput): void {
  const { group, name } = part;
  const node = memberOf(mender.spec[group], name);
  if (node === undefined) return; // left out for another problem
  if (group === 'functions' && !isStandIn(memberOf(before.functions, name))) {
    mender.leaveOut(part, reason, { unavailable: reason, handler: textOf(memberOf(node, 'handler')) || 'index.handler' });
  } else if (group === 'stages' && isMembers(node) && Object.keys(node).length > 0) {
    const valid = Object.entries(node).filter(([key]) => member !== undefined && key !== member);
    mender.leaveOut({ ...part, member }, reason, Object.fromEntries(valid));
  } else {
    mender.leaveOut(part, reason);
  }
}

function isStandIn(node: unknown): boolean {
  return isMembers(node) && Object.keys(node).every((key) => key === 'unavailable' || key === 'handler');
}

/** Makes a method answer 501, and keeps nothing that could be wrong: for route tables it names what the source calls, and who may call. */
function close({ integration, apiKeyRequired, authorization = { type: 'NONE' } }: MethodInput, reason: string): MethodInput {
  const { awsType, function: called, declared: known, unavailable } = describeIntegrationInput(integration);
  const { isOpen, authorizer } = describeAuthorization(authorization);
  const declared = {
    ...(isOpen ? {} : { authorizationType: authorization.type }),
    ...(authorizer === undefined ? {} : { authorizer }),
    ...(called === undefined ? {} : { function: called }),
    ...known,
  };
  const closed = unavailable === undefined ? { type: 'unavailable', awsType, reason } : integration;
  // it is unavailable, which has this member
  return { integration: { ...closed, declared } as MethodInput['integration'], ...(apiKeyRequired === undefined ? {} : { apiKeyRequired }) };
}

/** Functions and the names of stages stay around methods that cannot be called. */
function closeAround({ format, protocol, api, stages = {}, functions, resources }: GatewaySpecInput): GatewaySpecInput {
  const { id, name, quotas } = api;
  const named = Object.fromEntries(Object.keys(stages).map((stage) => [stage, {}]));
  return { format, protocol, api: { id, name, quotas }, stages: named, functions, resources };
}
