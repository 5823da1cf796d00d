import { pathParts, readPathPart } from '../../spec';
import type { AccessLog } from '../access-log/access-log';
import type { ResourcePolicy } from '../authorizers';
import type { MethodPlan, ServedStage } from '../exchange';
import { isIllegalProxy } from '../integrations/proxy';
import { withStageVariables } from '../integrations/stage-function';
import type { FunctionEngine, FunctionVersion } from '../ports';
import { plainResponder, type PlainResponder } from './plain-reply';
import type { PlainRoute } from './plain-scene';

/** What a method needs that has no steps but routing, the limits of stage and account, and its function. */
export interface PlainMethod {
  readonly route: PlainRoute;
  readonly version: FunctionVersion;
  readonly timeoutMs: number;
  readonly call: NonNullable<FunctionEngine['call']>;
  readonly replyOf: PlainResponder;
}

/** What decides besides the method's own plan. */
export interface PlainSurroundings {
  readonly stage: ServedStage;
  readonly engine: FunctionEngine;
  readonly accessLog: AccessLog | undefined;
  readonly resourcePolicy: ResourcePolicy | undefined;
}

/**
 * Whether all steps of a method but the first and the last do nothing, decided once at load: a function proxy for anybody,
 * without key, validator, cache, logs, compression or stream. Its plain requests are answered by serve-plain.ts, at the price
 * of what they need.
 */
export function plainMethod(plan: MethodPlan, { stage, engine, accessLog, resourcePolicy }: PlainSurroundings): PlainMethod | undefined {
  const { spec: { integration, authorization, apiKeyRequired }, validation, cache, logging } = plan;
  const isOpen = authorization.type === 'NONE' && !apiKeyRequired && resourcePolicy === undefined;
  const isBare = validation === undefined && cache === undefined && logging === undefined && accessLog === undefined;
  if (integration.type !== 'proxy' || !isOpen || !isBare || stage.minimumCompressionSize !== undefined) return undefined;
  if (integration.responseTransferMode === 'STREAM' || isIllegalProxy(integration, stage.vendor.headerPrefix)) return undefined;
  const version = stage.functionVersion(withStageVariables(integration.function, stage.variables));
  if (version === undefined || engine.call === undefined) return undefined;
  const { name, variables, accountId, apiId, deploymentId, domainName, isCanary, vendor, endpointType, binaryMediaTypes } = stage;
  return {
    route: {
      parameterNames: parameterNames(plan.resourcePath),
      stage: { name, variables, accountId, apiId, deploymentId, domainName, isCanary, vendor, endpointType, binaryMediaTypes },
      plan: { resourceId: plan.resourceId, resourcePath: plan.resourcePath },
    },
    version,
    timeoutMs: integration.timeoutMs,
    call: engine.call,
    replyOf: plainResponder(stage),
  };
}

function parameterNames(path: string): string[] {
  return pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part?.type === 'parameter' || part?.type === 'greedy' ? [part.name] : [];
  });
}
