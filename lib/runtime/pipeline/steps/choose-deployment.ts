import type { SystemPorts } from '../../ports';

/** A stage, with its canary if it has one. */
export interface WithCanary<Stage> {
  readonly canary?: { readonly percentTraffic: number; readonly stage: Stage };
}

const DIGITS = 13;

/**
 * Chooses between a stage's deployment and its canary, randomly for each request.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/canary-release.html
 */
export function chooseDeployment<Stage extends WithCanary<Stage>>(serving: Stage, { randomHex }: Pick<SystemPorts, 'randomHex'>): Stage {
  const { canary } = serving;
  if (canary === undefined) return serving;
  const chance = (parseInt(randomHex(DIGITS), 16) / 16 ** DIGITS) * 100;
  return chance < canary.percentTraffic ? canary.stage : serving;
}
