import { LIMITS } from '../../../spec';
import type { EngineSettings } from '../options';
import type { AssignmentFacts, Interpreter } from '../runtimes/runtime-kind';
import type { Assignment } from '../wire/assignment';
import { makeEnvironment } from './environment';

export interface InstanceFacts extends Pick<AssignmentFacts, 'version' | 'permissions' | 'inspection'> {
  readonly settings: Pick<EngineSettings, 'region' | 'accountId' | 'lambdaEndpoint' | 'endpointVariables'>;
  readonly interpreter: Pick<Interpreter, 'executable' | 'runtimeName' | 'environment' | 'assignment'>;
  readonly startedAt: Date;
  readonly places: {
    /** 32 hexadecimal digits that name the instance in its log stream. */
    readonly id: string;
    readonly codeDirectory: string;
    readonly scratchDirectory: string;
  };
  /** Whether the process takes the files of others from itself. @default false */
  readonly isConfined?: boolean;
}

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
        ...settings, executable: interpreter.executable, runtime: interpreter.runtimeName(version),
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
    ...interpreter.assignment?.({ version, permissions, codeDirectory, inspection, isConfined }),
  };
}
