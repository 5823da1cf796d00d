import { watchIntegration, type IntegrationFacts } from '../../access-log/integration-facts';
import { watchPhases, type PhasesFacts } from '../../access-log/phases';
import { logVariables } from '../../access-log/variables';
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
  readonly admitted: (request: Routed) => void;
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
  if (stage.accessLog === undefined && logging === undefined) return { record: unneeded(), logAdmission: unneeded() };
  return {
    record: planned('record', ({ ids: { requestId } }, results) => {
      results.recording(openRecording(logging && openMethodLog(logging, { requestId, stage: stage.name }, ports), ports));
    }),
    logAdmission: planned('logAdmission', (admitted) => {
      recordingOf(admitted)?.admitted(admitted);
    }),
  };
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
    admitted: (request) => {
      isStarted = true;
      log?.started(request);
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
export function writeLogs(given: GatewayReply, progress: RequestProgress, ports: Pick<SystemPorts, 'now' | 'accessLog'>): void {
  const { stage, received, routed } = progress;
  const recording = routed && recordingOf(routed);
  if (recording === undefined && stage?.accessLog === undefined) return;
  const reply = replyOf(given);
  recording?.completed(reply);
  if (stage?.accessLog === undefined || ports.accessLog === undefined) return;
  const integration = recording?.facts() ?? { isCalled: false, status: undefined, latencyMs: undefined };
  const latencyMs = Math.max(0, Math.round(ports.now() - received.receivedAt));
  const line = stage.accessLog.line(logVariables({ progress, stage, reply, integration, phases: recording?.phases() ?? {}, latencyMs }));
  ports.accessLog({ api: stage.apiId, stage: stage.name, destination: stage.accessLog.destination, line });
}
