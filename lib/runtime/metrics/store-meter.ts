import type { StoreMeter, StoreOutcome } from '../plan/meter';
import { increment, observe, sample, type Numbers, type SeriesStore } from './series';

/** The meter of the store of shared limits. @param isThere - whether requests ask it now */
export function storeMeter(store: SeriesStore, isThere: () => boolean): StoreMeter {
  const of = (outcome: StoreOutcome): Numbers => store.numbers('synthgate_limits_store_seconds', { outcome });
  const outcomes: Readonly<Record<StoreOutcome, Numbers>> = { ok: of('ok'), failed: of('failed'), timeout: of('timeout') };
  const fallbacks = store.numbers('synthgate_limits_store_fallbacks_total', {});
  store.read(() => [sample('synthgate_limits_store_up', {}, isThere() ? 1 : 0)]);
  return {
    asked: (outcome, seconds) => observe(outcomes[outcome], seconds),
    fellBack: () => increment(fallbacks),
  };
}
