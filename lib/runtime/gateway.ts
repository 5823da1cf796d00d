import type { ResourcePolicy } from './authorizers';
import type { Admitted, Received, Reply, ResponseFront, Routed, Scene } from './exchange';
import { requestIds } from './front/request-ids';
import type { SystemPorts } from './ports';
import { readTarget } from './router/request-path';
import { identify, type StageKeys } from './steps/api-key';
import { admitPreflight, authorize } from './steps/authorize';
import { throughCache } from './steps/cache';
import { chooseDeployment, type WithCanary } from './steps/choose-deployment';
import { compress } from './steps/compress';
import { decompress } from './steps/decompress';
import { gatewayResponse } from './steps/gateway-response';
import { integrate, integrationRequest, integrationResponse, withGatewayHeaders } from './steps/integrate';
import { observe } from './steps/observe';
import { answerPreflight } from './steps/preflight';
import { openRecording, writeLogs } from './steps/record';
import { route, stageOf, type StageRoutes } from './steps/route';
import { throttle } from './steps/throttle';
import { whenSent } from './streaming/when-sent';
import { validate } from './steps/validate';
import type { Throttling } from './throttling/throttling';

/** A stage that is being served. */
export interface ServingStage extends StageRoutes, WithCanary<ServingStage> {
  readonly keys: StageKeys;
  readonly resourcePolicy: ResourcePolicy | undefined;
}

/** An API with all that depends on its definition done. A reload replaces it as a whole. */
export interface CompiledGateway {
  readonly front: ResponseFront;
  /** Whether answers may say why, to clients that ask. */
  readonly explains: boolean;
  readonly stages: ReadonlyMap<string, ServingStage>;
  /** What has been used of all limits; the same for every load. */
  readonly throttling: Throttling;
}

/** THE request: every step in its order. Whatever is thrown becomes a gateway response; there is always one reply. */
export async function serve(gateway: CompiledGateway, received: Received, ports: SystemPorts): Promise<Reply> {
  const ids = requestIds(received.headers, gateway.front, ports);
  const path = readTarget(received.target);
  let scene: Scene = { received, ids, path, front: gateway.front, target: 'gateway', explains: gateway.explains };
  const answer = async (): Promise<Reply> => {
    const serving = chooseDeployment(stageOf(path, gateway.stages), ports);
    scene = { ...scene, front: serving.stage, stage: serving.stage };
    const routed = route({ received, ids, path }, serving);
    if (!isMethod(routed)) {
      scene = { ...scene, target: 'cors preflight' };
      admitPreflight(path, { received, ...serving });
      return answerPreflight(routed.preflight, received.headers);
    }
    const recording = openRecording(routed, ports);
    const recorded = recording === undefined ? routed : { ...routed, recorder: recording };
    scene = { ...scene, target: routed.plan.integration.label, routed: recorded, recording };
    const authorized = await authorize(recorded);
    scene = { ...scene, routed: authorized };
    const identified = identify(authorized, serving.keys);
    const admitted = await throttle(identified, gateway.throttling, ports);
    scene = { ...scene, routed: admitted };
    recording?.admitted(admitted);
    return complete(admitted);
  };
  const reply = await answer().catch((thrown: unknown) => gatewayResponse(thrown, scene));
  return observe(whenSent(reply, (sent) => writeLogs(sent, scene, ports)), scene, ports);
}

/** The second half of a request, which a test invocation has too: validation, the integration, its response. */
export async function complete(admitted: Admitted): Promise<Reply> {
  const validated = await validate(await decompress(admitted));
  const reply = await throughCache(validated, async () => {
    const outgoing = await integrationRequest(validated);
    const answered = await integrate(outgoing);
    return integrationResponse(answered);
  });
  return compress(withGatewayHeaders(reply, validated), validated);
}

function isMethod(routed: ReturnType<typeof route>): routed is Routed {
  return 'plan' in routed;
}
