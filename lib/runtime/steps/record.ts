import { logVariables } from '../access-log/variables';
import { watchIntegration, type IntegrationFacts } from '../access-log/integration-facts';
import { watchPhases, type PhasesFacts } from '../access-log/phases';
import type { Admitted, Reply, Routed, Scene } from '../exchange';
import { openMethodLog } from '../execution-log/method-log';
import type { Recorder } from '../execution-log/recorder';
import type { SystemPorts } from '../ports';

/** What the logs of one request are written from. */
export interface Recording extends Recorder {
  readonly admitted: (request: Admitted) => void;
  readonly completed: (reply: Reply) => void;
  readonly facts: () => IntegrationFacts;
  readonly phases: () => PhasesFacts;
}

/** Opens the recording of a request; requests of methods and stages without logs have none and pay nothing. */
export function openRecording({ stage, plan, ids }: Pick<Routed, 'stage' | 'plan' | 'ids'>, ports: SystemPorts): Recording | undefined {
  if (stage.accessLog === undefined && plan.logging === undefined) return undefined;
  const watch = watchIntegration(ports.monotonicNow);
  const phases = watchPhases(ports.monotonicNow);
  const log = plan.logging && openMethodLog(plan.logging, { requestId: ids.requestId, stage: stage.name }, ports);
  let isStarted = false;
  return {
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
}

/** Writes the logs of a request that is answered: the method's execution log, and a line of the stage's access log. */
export function writeLogs(reply: Reply, scene: Scene, ports: Pick<SystemPorts, 'now' | 'accessLog'>): void {
  const { stage, received, recording } = scene;
  recording?.completed(reply);
  if (stage?.accessLog === undefined || ports.accessLog === undefined) return;
  const integration = recording?.facts() ?? { isCalled: false, status: undefined, latencyMs: undefined };
  const latencyMs = Math.max(0, Math.round(ports.now() - received.receivedAt));
  const line = stage.accessLog.line(logVariables({ scene, stage, reply, integration, phases: recording?.phases() ?? {}, latencyMs }));
  ports.accessLog({ api: stage.apiId, stage: stage.name, destination: stage.accessLog.destination, line });
}
