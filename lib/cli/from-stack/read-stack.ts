import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import type { AwsCalls } from './aws-calls';
import type { ReadStack } from './bound-stacks';

/** How many functions and keys are read at once: more would be throttled. */
const AT_ONCE = 5;
/** CloudFormation shows parameters with NoEcho as asterisks. */
const HIDDEN = /^\*+$/;

interface Existing {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
}

/** Reads a deployed stack with those nested in it. @param note - receives what cannot be used @throws STACK_* */
export async function readStack(name: string, calls: AwsCalls, note: (text: string) => void): Promise<ReadStack> {
  const { StackName: stackName = name, StackId: id = '', Outputs: outputs = [], Parameters: parameters = [] } = await calls.describeStack(name);
  const [, , , region = '', account = ''] = id.split(':');
  const resources = (await calls.listResources(id === '' ? name : id)).flatMap(existing);
  const ofType = (type: string): Existing[] => resources.filter((resource) => resource.type === type);
  const variables = await ofEach(ofType('AWS::Lambda::Function'), (resource) => variablesOf(resource, calls, note));
  const apiKeys = await ofEach(ofType('AWS::ApiGateway::ApiKey'), async ({ physicalId }) => {
    const { name: keyName = '', value } = await calls.apiKey(physicalId) ?? {};
    return value === undefined ? undefined : { name: keyName, value };
  });
  const nested = await ofEach(ofType('AWS::CloudFormation::Stack'), ({ physicalId }) => readStack(physicalId, calls, note));
  return {
    name: stackName, account, region, variables, apiKeys, nested,
    resources: Object.fromEntries(resources.map(({ logicalId, type, physicalId }) => [logicalId, { type, physicalId }])),
    outputs: textsOf(outputs.map(({ OutputKey: key, OutputValue: value }) => [key, value])),
    exports: textsOf(outputs.map(({ ExportName: key, OutputValue: value }) => [key, value])),
    parameters: textsOf(parameters.map(({ ParameterKey: key, ParameterValue: value, ResolvedValue: resolved = value }) =>
      [key, HIDDEN.test(resolved ?? '') ? undefined : resolved])),
  };
}

/** The environment variables of a function; Lambda reports those that it may not decrypt. */
async function variablesOf(
  { physicalId }: Existing, calls: AwsCalls, note: (text: string) => void,
): Promise<Readonly<Record<string, string>> | undefined> {
  const configuration = await calls.functionConfiguration(physicalId);
  if (configuration === undefined) note(`the function ${physicalId} is gone`);
  const { Error: error, Variables: variables } = configuration?.Environment ?? {};
  if (error !== undefined) note(`the variables of ${physicalId} cannot be read: ${error.Message ?? error.ErrorCode ?? 'Lambda does not say why'}`);
  return variables;
}

function existing({ LogicalResourceId, ResourceType, PhysicalResourceId, ResourceStatus }: StackResourceSummary): Existing[] {
  const isThere = PhysicalResourceId !== undefined && PhysicalResourceId !== '' && ResourceStatus !== 'DELETE_COMPLETE';
  if (!isThere || LogicalResourceId === undefined || ResourceType === undefined) return [];
  return [{ logicalId: LogicalResourceId, type: ResourceType, physicalId: PhysicalResourceId }];
}

/** Reads something of each resource, a few at a time; by logical id, without what there is nothing of. */
async function ofEach<Value>(
  resources: readonly Existing[], read: (resource: Existing) => Promise<Value | undefined>,
): Promise<Record<string, Value>> {
  const values: [string, Value][] = [];
  for (let start = 0; start < resources.length; start += AT_ONCE) {
    const batch = resources.slice(start, start + AT_ONCE);
    const entries = await Promise.all(batch.map(async (resource) => [resource.logicalId, await read(resource)] as const));
    for (const [logicalId, value] of entries) if (value !== undefined) values.push([logicalId, value]);
  }
  return Object.fromEntries(values);
}

function textsOf(entries: readonly (readonly [string | undefined, string | undefined])[]): Record<string, string> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [[name, value]])));
}
