import { issueText, warning } from '../../../errors';
import type { LeftCode, RefusedBundle } from './left-code';
import type { ObservedRun } from './observation';

/** How an app is run: which bundles of the CDK it makes itself. */
export type BundlingMode =
  /** All of them, as on the command line of the CDK. */
  | { readonly type: 'app' }
  /** Some, while others are described and made here. */
  | { readonly type: 'here'; readonly refused: readonly RefusedBundle[] };

/** Context of the CDK: paths of the stacks whose assets are bundled. */
const BUNDLED_STACKS = 'aws:cdk:bundling-stacks';

export function contextOf(mode: BundlingMode, context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (mode.type === 'app') return context;
  return { ...context, [BUNDLED_STACKS]: [...new Set(mode.refused.map(({ bundle }) => bundle.stack))] };
}

/** Construct paths of the assets that the app bundles itself; undefined for all. */
export function leftIn(mode: BundlingMode): readonly string[] | undefined {
  return mode.type === 'app' ? undefined : mode.refused.map(({ bundle }) => bundle.asset);
}

/** The result of a run in a mode. */
interface Shown {
  /** Whether the app has written a cloud assembly. */
  readonly isCdk: boolean;
  readonly observed: ObservedRun;
  readonly refused: LeftCode['refused'];
}

export interface NextMode {
  readonly mode: BundlingMode;
  readonly notes: readonly string[];
}

/** The mode in which the app has to run again; undefined if the run is complete. */
export function nextMode(mode: BundlingMode, { isCdk, observed, refused }: Shown): NextMode | undefined {
  if (mode.type === 'app' || !isCdk) return undefined;
  if (!observed.isCdkObserved) return { mode: { type: 'app' }, notes: [issueText(warning('CDK_NOT_OBSERVED', 'the app'))] };
  if (refused.length === 0) return undefined;
  const fresh = [...new Map(refused.map((one) => [one.bundle.asset, one])).values()];
  const notes = fresh.map(({ bundle, reason }) => issueText(warning('CDK_BUNDLING_LEFT', bundle.asset.replace(/\/Code$/, ''), { reason })));
  return { mode: { type: 'here', refused: [...mode.refused, ...fresh] }, notes };
}
