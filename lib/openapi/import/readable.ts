import {
  describeAuthorization, describeIntegrationInput, mendSpec,
  type GatewaySpecInput, type LostRoute, type MendedSpec, type SpecMender, type SpecPart, type SpecProblem,
} from '../../spec';
import type { MethodInput } from './context';
import type { DocumentReader } from './document-reader';

/**
 * Changes a spec until it can be read: methods with something that is refused become unavailable, and so do methods whose
 * authorizer or validated model is. Other nodes are left out.
 * @param known - names of functions that are added to the spec later
 * @param lost - routes of the source that the spec does not have: methods that could answer for them become unavailable
 */
export function withWhatCanBeRead(declared: GatewaySpecInput, known: ReadonlySet<string>, lost: readonly LostRoute[] = []): MendedSpec {
  return mendSpec(declared, { known, lost, repair, validates, close, closeAround, hopeless: 'the definition cannot be read' });
}

/** Names the parts that were left out. */
export function reportLeftOut(reader: DocumentReader, { changes }: MendedSpec): void {
  for (const change of changes) {
    if (change.type === 'part') reader.lose('OPENAPI_MEMBER_LEFT_OUT', reader.root, { member: change.label, reason: change.reason });
  }
}

/** Changes each part and method for the first problem that it has. */
function repair(mender: SpecMender, problems: readonly SpecProblem[]): void {
  const first = new Map<string, SpecProblem>();
  for (const problem of problems) {
    const key = JSON.stringify(problem.target ?? null);
    if (!first.has(key)) first.set(key, problem);
  }
  for (const { target, reason } of first.values()) {
    if (target === undefined) mender.closeAll(reason);
    else if (target.type === 'part') leaveOut(mender, target, reason);
    else mender.close(({ path, httpMethod }) => (path === target.path && httpMethod === target.httpMethod ? reason : undefined));
  }
}

/** Leaves out a part, and closes the methods that need it. */
function leaveOut(mender: SpecMender, part: SpecPart, reason: string): void {
  mender.leaveOut(part, reason);
  const why = `its ${part.label} cannot be imported: ${reason}`;
  mender.close((_place, method) => (needs(method, part) ? why : undefined));
}

function validates({ requestValidator = '' }: MethodInput, { requestValidators = {} }: GatewaySpecInput): boolean {
  return requestValidators[requestValidator]?.validateRequestBody === true;
}

function needs({ authorization, requestValidator, requestModels = {} }: MethodInput, { group, name }: SpecPart): boolean {
  if (group === 'authorizers') return authorization !== undefined && describeAuthorization(authorization).authorizer === name;
  return group === 'requestValidators' ? requestValidator === name : group === 'models' && Object.values(requestModels).includes(name);
}

/** Makes a method unavailable. Its authorization is kept as far as the spec can express it. */
function close(
  { authorization, apiKeyRequired, integration }: MethodInput, reason: string, { authorizers = {} }: GatewaySpecInput,
): MethodInput {
  const authorizer = authorization && describeAuthorization(authorization).authorizer;
  const isKnown = authorizer === undefined || Object.hasOwn(authorizers, authorizer);
  const { awsType, function: called, declared: known } = describeIntegrationInput(integration);
  const declared = known ?? (called === undefined ? undefined : { function: called });
  return {
    ...(authorization !== undefined && isKnown ? { authorization } : {}),
    apiKeyRequired: apiKeyRequired ?? false,
    integration: { type: 'unavailable', awsType, reason, ...(declared === undefined ? {} : { declared }) },
  };
}

/** Without a policy that can be read nobody may call. */
function closeAround({ api: { policy: _policy, ...api }, ...spec }: GatewaySpecInput): GatewaySpecInput {
  return { ...spec, api };
}
