import type { MethodSettingSpec, StageSpec } from '../spec';
import { call, memberName, object, objectOrNothing, optional, quoted, type Code, type MemberCode, type Members, type ObjectCode } from './code';
import { camelCase, constantCase } from './names';
import { identifyInApi, sorted, type ApiContext, type Variables } from './nodes';
import type { Program } from './program';
import { isSecret } from './secrets';
import { duration, enumUnless } from './values';

interface WrittenStage {
  readonly program: Program;
  readonly stage: StageSpec;
  /** The stage, for issues. */
  readonly location: string;
  /** The API, once it is declared. */
  readonly context?: ApiContext;
}

/** The stage that an API is deployed to from the start: `prod`, or the first that is not pinned. */
export function deploymentStage({ stages }: ApiContext['spec']): string | undefined {
  const latest = sorted(stages).filter(([, { deployment }]) => deployment === 'latest').map(([name]) => name);
  return latest.includes('prod') ? 'prod' : latest[0];
}

/** The options of the API for that stage; undefined if all of them are defaults. */
export function deployOptions(name: string, written: WrittenStage): Code | undefined {
  const variables = stageVariables(written);
  const members = { stageName: name === 'prod' ? undefined : quoted(name), ...stageMembers(written) };
  return withVariables(objectOrNothing(members), variables);
}

/** Adds the other stages. The variables are those of all that plans refer to. */
export function declareStages(context: ApiContext, planned: ReadonlySet<string>): Variables {
  const { program, spec, api } = context;
  const first = deploymentStage(spec);
  const variables = new Map<string, string>(first === undefined ? [] : [[first, `${api}.deploymentStage`]]);
  for (const [name, stage] of sorted(spec.stages).filter(([key]) => key !== first)) {
    const written = { program, stage, location: `${spec.api.name}/stage ${name}`, context };
    const deployment = stage.deployment === 'latest' ? undefined : pinned(context, stage.deployment);
    const variablesOfStage = stageVariables(written);
    const options = withVariables(objectOrNothing({ deployment, ...stageMembers(written) }), variablesOfStage);
    const code = call(`${api}.addStage`, quoted(name), options);
    if (!planned.has(name)) {
      program.statement(code);
      continue;
    }
    const variable = program.variable(`${camelCase(name)}Stage`);
    program.constant(variable, code);
    variables.set(name, variable);
  }
  declareTriggers(context);
  return variables;
}

function declareTriggers({ program, spec, api }: ApiContext): void {
  const { deploymentTriggers = [] } = spec.api;
  const deployment = Object.values(spec.stages).some((stage) => stage.deployment === 'latest')
    ? `${api}.latestDeployment?` : `new ${program.use('Deployment')}(${api}, 'Deployment', { api })`;
  for (const trigger of deploymentTriggers) program.statement(call(`${deployment}.addTrigger`, quoted(trigger)));
}

/** An earlier deployment. */
function pinned(context: ApiContext, fingerprint: string): Code {
  const { program, api } = context;
  const { id } = identifyInApi(context, { name: `Deployment${fingerprint.slice(0, 8)}`, kind: 'Pinned' });
  return call(`${program.use('Deployment')}.fromFingerprint`, api, quoted(id), quoted(fingerprint));
}

function stageMembers(written: WrittenStage): Members {
  const { program, stage } = written;
  const { description, methodSettings, cacheClusterEnabled, cacheClusterSize } = stage;
  const { '*/*': ofAll = {}, ...others } = methodSettings;
  const cached = Object.values(methodSettings).some(({ cachingEnabled }) => cachingEnabled === true);
  const methods = sorted(others).filter(([, settings]) => Object.keys(settings).length > 0)
    .map(([pattern, settings]) => [pattern, object(settingMembers(program, settings))]);
  return {
    description: optional(description),
    ...settingMembers(program, ofAll),
    methodOptions: objectOrNothing(Object.fromEntries(methods)),
    cacheClusterEnabled: cacheClusterEnabled === cached ? undefined : String(cacheClusterEnabled),
    cacheClusterSize: cacheClusterSize === '0.5' ? undefined : quoted(cacheClusterSize),
    canary: canaryCode(written),
    ...accessLogMembers(program, stage),
  };
}

function settingMembers(program: Program, settings: MethodSettingSpec): Members {
  const { cacheTtlSeconds, loggingLevel, unauthorizedCacheControlHeaderStrategy: strategy, ...rest } = settings;
  const { throttlingRateLimit, throttlingBurstLimit, ...others } = rest;
  const scalars = { throttlingRateLimit, throttlingBurstLimit, ...others };
  return {
    ...Object.fromEntries(Object.entries(scalars).map(([name, value]) => [name, value === undefined ? undefined : String(value)])),
    cacheTtl: cacheTtlSeconds === undefined ? undefined : duration(program, cacheTtlSeconds * 1_000),
    unauthorizedCacheControlHeaderStrategy: enumUnless(program, 'UnauthorizedCacheControlStrategy', { value: strategy }),
    loggingLevel: enumUnless(program, 'MethodLoggingLevel', { value: loggingLevel }),
  };
}

/** A canary of an earlier deployment needs the API, so it cannot be one of the API's own props. */
function canaryCode(written: WrittenStage): Code | undefined {
  const { program, stage: { canary }, location, context } = written;
  if (canary === undefined) return undefined;
  const { percentTraffic, deployment, stageVariableOverrides, useStageCache } = canary;
  const isPinned = deployment !== 'latest';
  if (isPinned && context === undefined) program.differs(location, `the canary of deployment ${deployment}`, 'the canary of the latest deployment');
  return object({
    percentTraffic: String(percentTraffic),
    deployment: isPinned && context !== undefined ? pinned(context, deployment) : undefined,
    stageVariableOverrides: variablesCode(stageVariableOverrides, written, 'canary'),
    useStageCache: useStageCache ? 'true' : undefined,
  });
}

const CLF = '$context.identity.sourceIp $context.identity.caller $context.identity.user [$context.requestTime] '
  + '"$context.httpMethod $context.resourcePath $context.protocol" $context.status $context.responseLength $context.requestId';

const JSON_FIELDS = JSON.stringify({
  requestId: '$context.requestId', ip: '$context.identity.sourceIp', user: '$context.identity.user', caller: '$context.identity.caller',
  requestTime: '$context.requestTime', httpMethod: '$context.httpMethod', resourcePath: '$context.resourcePath', status: '$context.status',
  protocol: '$context.protocol', responseLength: '$context.responseLength',
});

const KNOWN_FORMATS: Readonly<Record<string, string>> = { [CLF]: 'clf()', [JSON_FIELDS]: 'jsonWithStandardFields()' };

export function accessLogMembers(program: Program, { accessLog }: StageSpec): Members {
  if (accessLog === undefined) return {};
  const { format, destination } = accessLog;
  const formats = program.use('AccessLogFormat');
  const maker = destination.startsWith('arn:') || destination.startsWith('${') ? 'arn' : 'file';
  return {
    accessLogFormat: KNOWN_FORMATS[format] === undefined ? call(`${formats}.custom`, quoted(format)) : `${formats}.${KNOWN_FORMATS[format]}`,
    accessLogDestination: destination === 'stdout' ? undefined : call(`${program.use('AccessLogDestination')}.${maker}`, quoted(destination)),
  };
}

/** Stage variables; those that are secret are read from the environment. */
export function variablesCode(variables: StageSpec['variables'], { program, location }: WrittenStage, owner: 'stage' | 'canary'): ObjectCode | undefined {
  const members = sorted(variables).map(([name, value]): MemberCode => {
    if (!isSecret(name, value)) return { name: memberName(name), value: quoted(value) };
    const wanted = [constantCase(name), `${owner.toUpperCase()}_${constantCase(name)}`];
    const read = program.secret(location, `the ${owner} variable ${name}`, { value, wanted });
    return { name: memberName(name), value: program.readSecret(read), comment: `its value is not written here: set ${read}` };
  });
  return members.length === 0 ? undefined : { type: 'object', members };
}

/** Read before the canary, so that the stage has the shorter names in the environment. */
function stageVariables(written: WrittenStage): MemberCode | undefined {
  const value = variablesCode(written.stage.variables, written, 'stage');
  return value && { name: 'variables', value };
}

function withVariables(options: ObjectCode | undefined, variables: MemberCode | undefined): Code | undefined {
  if (variables === undefined) return options;
  return { type: 'object', members: [...options?.members ?? [], variables] };
}
