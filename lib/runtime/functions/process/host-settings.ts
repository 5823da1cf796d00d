import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion } from '../../ports';
import { makeEnvironment } from './environment';
import { handlerRules } from '../wire/handler-rules';
import type { HostSettings } from '../host/settings';
import { MAX_RESULT_BYTES } from './launch';
import type { NodeCapabilities } from './node-capabilities';
import type { EngineSettings } from '../options';

export interface InstanceFacts {
  readonly version: FunctionVersion;
  readonly settings: Pick<EngineSettings, 'region' | 'accountId' | 'nodePath' | 'lambdaEndpoint' | 'endpointVariables'>;
  readonly node: Pick<NodeCapabilities, 'major'>;
  /** 32 hexadecimal digits that name the instance in its log stream. */
  readonly instanceId: string;
  readonly startedAt: Date;
  /** Where this instance reads the function's code. */
  readonly codeDirectory: string;
  readonly scratchDirectory: string;
  readonly permissions: HostSettings['permissions'];
  /** Set if a debugger can attach. */
  readonly inspection?: HostSettings['inspection'];
}

/** Everything a process needs to become an instance of a function. */
export function hostSettings(facts: InstanceFacts): HostSettings {
  const { version, settings, node, codeDirectory, scratchDirectory } = facts;
  const day = facts.startedAt.toISOString().slice(0, 10).replaceAll('-', '/');
  const logGroupName = `/aws/lambda/${version.name}`;
  const logStreamName = `${day}/[$LATEST]${facts.instanceId}`;
  return {
    directory: codeDirectory,
    scratchDirectory,
    handler: version.handler,
    environment: makeEnvironment(version, {
      region: settings.region, lambdaEndpoint: settings.lambdaEndpoint, endpointVariables: settings.endpointVariables,
      nodePath: settings.nodePath, nodeMajor: node.major,
      logGroupName, logStreamName, codeDirectory, scratchDirectory,
    }),
    hasSourceMap: hasSourceMap(version),
    permissions: facts.permissions,
    rules: handlerRules(version.runtime, node.major),
    functionName: version.name,
    functionArn: `arn:aws:lambda:${settings.region}:${settings.accountId}:function:${version.name}`,
    memoryMiB: version.memoryMiB,
    logGroupName,
    logStreamName,
    concurrency: version.concurrency,
    maxResultBytes: MAX_RESULT_BYTES,
    inspection: facts.inspection && { waits: facts.inspection.waits },
  };
}

function hasSourceMap(version: FunctionVersion): boolean {
  const file = path.join(version.codeDirectory, version.handler.replace(/\.[^/]*$/, ''));
  return ['.js', '.mjs', '.cjs'].some((extension) => existsSync(`${file}${extension}.map`));
}
