import type { BucketState, CacheState, KeyUsage } from '../../protocol';
import { formatBytes, formatCount, shortName } from '../../model/format';
import { useActions, useAppState } from '../app-context';

export function Limits() {
  const { resetLimits } = useActions();
  const limits = useAppState((state) => state.limits);
  if (limits === undefined) return null;
  const { keys, caches } = limits;
  const ofKeys = keys.map(({ throttle }) => throttle?.bucket);
  const buckets = limits.buckets.filter(({ name }) => !ofKeys.includes(name));
  return (
    <>
      <div class="group">
        <div class="group-head">
          <h2>Keys and plans</h2>
          {keys.length > 0 && <button class="ghost" onClick={() => resetLimits({}, 'Limits and caches reset')}>reset all</button>}
        </div>
        {keys.length === 0
          ? <p class="hint">No usage plan has a key. <code>api.addUsagePlan()</code> declares one.</p>
          : keys.map((usage) => <Key key={`${usage.api} ${usage.plan} ${usage.key}`} usage={usage} />)}
      </div>
      {buckets.length > 0 && <div class="group"><h2>Throttles</h2>{buckets.map((bucket) => <Bucket key={bucket.name} bucket={bucket} />)}</div>}
      {caches.length > 0 && <div class="group"><h2>Caches</h2>{caches.map((cache) => <Cache key={`${cache.api} ${cache.stage}`} cache={cache} />)}</div>}
    </>
  );
}

function Key({ usage: { api, key, plan, quota, throttle } }: { readonly usage: KeyUsage }) {
  const { resetLimits } = useActions();
  return (
    <div class="limit">
      <div class="limit-head">
        <b title={key}>{shortName(key, api)}</b><span class="hint" title={plan}>{shortName(plan, api)}</span>
        <button class="ghost" onClick={() => resetLimits({ key }, `Limits of ${shortName(key, api)} reset`)} aria-label={`Reset the limits of key ${key}`}>reset</button>
      </div>
      {quota !== undefined && <Meter label={`quota of ${key}`} title={`quota per ${quota.period.toLowerCase()}`} used={quota.used} limit={quota.limit} />}
      {throttle !== undefined && <Meter label={`throttle of ${key}`} title={throttleTitle(throttle)} used={usedOf(throttle)} limit={throttle.burstLimit} />}
    </div>
  );
}

function Bucket({ bucket }: { readonly bucket: BucketState }) {
  return (
    <div class="limit">
      <b class="bucket-name">{bucket.name}</b>
      <Meter label={`throttle of ${bucket.name}`} title={throttleTitle(bucket)} used={usedOf(bucket)} limit={bucket.burstLimit} />
    </div>
  );
}

type Throttle = Pick<BucketState, 'rateLimit' | 'burstLimit' | 'tokens'>;

function throttleTitle({ rateLimit }: Throttle): string {
  return `throttle, ${formatCount(rateLimit)} a second`;
}

/** A part of a token lets no request pass. */
function usedOf({ burstLimit, tokens }: Throttle): number {
  return burstLimit - Math.max(0, Math.floor(tokens));
}

function Cache({ cache: { api, stage, entries, bytes } }: { readonly cache: CacheState }) {
  const { resetLimits } = useActions();
  return (
    <div class="limit limit-head">
      <b>{api} · {stage}</b><span class="hint">{formatCount(entries)} {entries === 1 ? 'response' : 'responses'}, {formatBytes(bytes)}</span>
      <button class="ghost" onClick={() => resetLimits({ cache: { api, stage } }, `Cache of ${stage} flushed`)} aria-label={`Flush the cache of ${api} ${stage}`}>flush</button>
    </div>
  );
}

interface MeterProps {
  /** The limit and its owner, for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly used: number;
  readonly limit: number;
}

/** The share of a limit that is used, whatever limits: a full meter refuses the next request. */
function Meter({ label, title, used, limit }: MeterProps) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = `${formatCount(used)} of ${formatCount(limit)} used, ${formatCount(Math.max(0, limit - used))} left`;
  return (
    <div class="meter-box">
      <p class="meter-line"><span class="hint">{title}</span><span class="meter-text">{text}</span></p>
      <div class={`meter ${share >= 1 ? 'is-full' : ''}`} role="meter" aria-label={label} aria-valuenow={used} aria-valuemin={0} aria-valuemax={limit} aria-valuetext={text}>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
