import { LIMITS } from '../../../spec';
import type { FunctionVersion } from '../../ports';
import type { EngineSettings } from '../options';
import type { FunctionPermission } from '../permissions';
import type { Interpreter } from '../runtimes/runtime-kind';
import type { Assignment } from '../wire/assignment';
import { makeEnvironment } from './environment';

export interface InstanceFacts {
  readonly version: FunctionVersion;
  readonly settings: Pick<EngineSettings, 'region' | 'accountId' | 'lambdaEndpoint' | 'endpointVariables'>;
  readonly interpreter: Pick<Interpreter, 'executable' | 'runtimeName' | 'environment' | 'assignment'>;
  readonly startedAt: Date;
  readonly places: {
    /** 32 hexadecimal digits that name the instance in its log stream. */
    readonly id: string;
    /** Where this instance reads the function's code. */
    readonly codeDirectory: string;
    readonly scratchDirectory: string;
  };
  readonly permissions: readonly FunctionPermission[];
  /** Whether the process takes the files of others from itself. @default false */
  readonly isConfined?: boolean;
  /** Set if a debugger can attach. */
  readonly inspection?: { readonly waits: boolean } | undefined;
}

/** Everything a process needs to become an instance of a function. */
export function assignmentOf(facts: InstanceFacts): Assignment {
  const { version, settings, interpreter, permissions, inspection, isConfined = false } = facts;
  const { id, codeDirectory, scratchDirectory } = facts.places;
  const day = facts.startedAt.toISOString().slice(0, 10).replaceAll('-', '/');
  const logGroupName = `/aws/lambda/${version.name}`;
  const logStreamName = `${day}/[$LATEST]${id}`;
  return {
    directory: codeDirectory,
    scratchDirectory,
    handler: version.handler,
    environment: {
      ...interpreter.environment?.(version),
      ...makeEnvironment(version, {
        region: settings.region, lambdaEndpoint: settings.lambdaEndpoint, endpointVariables: settings.endpointVariables,
        executable: interpreter.executable, runtime: interpreter.runtimeName(version),
        logGroupName, logStreamName, codeDirectory, scratchDirectory,
      }),
    },
    functionName: version.name,
    functionArn: `arn:aws:lambda:${settings.region}:${settings.accountId}:function:${version.name}`,
    memoryMiB: version.memoryMiB,
    logGroupName,
    logStreamName,
    concurrency: version.concurrency,
    maxResultBytes: LIMITS.functionPayloadBytes.max,
    ...interpreter.assignment({ version, permissions, codeDirectory, inspection, isConfined }),
  };
}
