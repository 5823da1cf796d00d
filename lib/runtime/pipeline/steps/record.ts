import { watchIntegration, type IntegrationFacts } from '../../access-log/integration-facts';
import { watchPhases, type PhasesFacts } from '../../access-log/phases';
import { logVariables } from '../../access-log/variables';
import { failureText } from '../../execution-log/failure-text';
import { openMethodLog, type MethodLog } from '../../execution-log/method-log';
import { replyOf, type GatewayReply, type Reply } from '../../http/reply';
import type { Admitted, Logged, Recorded, RequestProgress, Routed } from '../../plan/exchange';
import type { Recorder } from '../../plan/recorder';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { SystemPorts } from '../../ports';
import type { MethodContext } from '../method-context';
import { loggingOfMethod } from '../method-settings';

/** The sources of the logs of one request. */
export interface Recording extends Recorder {
  readonly admitted: () => void;
  readonly completed: (reply: Reply) => void;
  readonly facts: () => IntegrationFacts;
  readonly phases: () => PhasesFacts;
}

/** The two steps of a method with logs, before and after admission. */
export interface RecordSteps {
  readonly record: Planned<Routed, Recorded>;
  readonly logAdmission: Planned<Admitted, Logged>;
}

const recordings = new WeakMap<Recorder, Recording>();

/** Starts recording a request; without logs there is no recording and no cost. */
export function planRecord(method: Pick<MethodContext, 'stage' | 'settings' | 'resourcePath' | 'httpMethod' | 'ports'>): RecordSteps {
  const { stage, ports } = method;
  const logging = loggingOfMethod(method);
  if (stage.accessLog === undefined && logging === undefined && ports.requestLog === undefined) {
    return { record: unneeded(), logAdmission: unneeded() };
  }
  return {
    record: planned('record', (routed, results) => {
      results.recording(openRecording(logging && openMethodLog(logging, routed, ports), ports));
    }),
    logAdmission: planned('logAdmission', (admitted) => {
      recordingOf(admitted)?.admitted();
    }),
  };
}

/** The call of a request's integration, if it was recorded. */
export function integrationOf({ routed }: Pick<RequestProgress, 'routed'>): IntegrationFacts | undefined {
  return routed && recordingOf(routed)?.facts();
}

/** The recording of a request, if it has one. */
function recordingOf({ recorder }: Pick<Routed, 'recorder'>): Recording | undefined {
  return recorder && recordings.get(recorder);
}

function openRecording(log: MethodLog | undefined, ports: Pick<SystemPorts, 'monotonicNow'>): Recording {
  const watch = watchIntegration(ports.monotonicNow);
  const phases = watchPhases(ports.monotonicNow);
  let isStarted = false;
  const recording: Recording = {
    admitted: () => {
      isStarted = true;
      log?.admitted();
    },
    endpointRequest: (request) => {
      watch.endpointRequest(request);
      log?.endpointRequest(request);
    },
    endpointAnswer: (answer) => {
      watch.endpointAnswer(answer);
      log?.endpointAnswer(answer);
    },
    completed: (reply) => {
      if (isStarted || reply.error !== undefined) log?.completed(reply);
    },
    facts: watch.facts,
    phase: phases.phase,
    phases: phases.facts,
  };
  recordings.set(recording, recording);
  return recording;
}

/** Writes the logs of an answered request: the method's execution log, and a line of the stage's access log. */
export function writeLogs(gatewayReply: GatewayReply, progress: RequestProgress, ports: Pick<SystemPorts, 'now' | 'accessLog'>): void {
  const { stage, received, routed } = progress;
  const recording = routed && recordingOf(routed);
  if (recording === undefined && stage?.accessLog === undefined) return;
  const reply = replyOf(gatewayReply);
  recording?.completed(reply);
  if (stage?.accessLog === undefined || ports.accessLog === undefined) return;
  const integration = recording?.facts() ?? { isCalled: false, status: undefined, latencyMs: undefined, requestId: undefined };
  const latencyMs = Math.max(0, Math.round(ports.now() - received.receivedAt));
  const phases = recording?.phases() ?? {};
  const integrationError = integrationErrorOf(reply, integration, progress);
  const line = stage.accessLog.line(logVariables({ progress, stage, reply, integration, integrationError, phases, latencyMs }));
  ports.accessLog({ api: stage.apiId, stage: stage.name, destination: stage.accessLog.destination, line });
}

/** Why a call that was made failed, in the words of the service's execution log. */
function integrationErrorOf({ error }: Reply, { isCalled, status }: IntegrationFacts, { ids }: RequestProgress): string | undefined {
  return isCalled && error !== undefined ? failureText(error, { invocationId: ids.invocationId, endpointStatus: status }) : undefined;
}
