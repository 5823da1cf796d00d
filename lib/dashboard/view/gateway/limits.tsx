import type { BucketState, CacheState, KeyUsage } from '../../protocol';
import { formatBytes, formatCount, shortName } from '../../model/format';
import { useActions, useAppState } from '../app-context';

/** The usage of API keys and usage plans, the token buckets, and the response caches. */
export function Limits() {
  const { resetLimits } = useActions();
  const limits = useAppState((state) => state.limits);
  if (limits === undefined) return null;
  const { keys, buckets, caches } = limits;
  return (
    <>
      <div class="group">
        <div class="group-head">
          <h2>Keys and plans</h2>
          {keys.length > 0 && <button class="ghost" onClick={() => resetLimits({}, 'all limits and caches')}>reset all</button>}
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
        <button class="ghost" onClick={() => resetLimits({ key }, `the limits of ${key}`)} aria-label={`Reset the limits of key ${key}`}>reset</button>
      </div>
      {quota !== undefined && <Meter label={`quota of ${key}`} used={quota.used} limit={quota.limit} text={`${formatCount(quota.used)} of ${formatCount(quota.limit)} a ${quota.period.toLowerCase()}`} />}
      {throttle !== undefined && <p class="hint">{throttle.rateLimit} a second, burst {throttle.burstLimit}</p>}
    </div>
  );
}

function Bucket({ bucket: { name, tokens, burstLimit, rateLimit } }: { readonly bucket: BucketState }) {
  const left = Math.max(0, Math.floor(tokens));
  return (
    <div class="limit">
      <p class="bucket-name"><b>{name}</b> <span class="hint">{rateLimit} a second</span></p>
      <Meter label={`bucket of ${name}`} used={burstLimit - left} limit={burstLimit} text={`${formatCount(left)} of ${formatCount(burstLimit)} left`} />
    </div>
  );
}

function Cache({ cache: { api, stage, entries, bytes } }: { readonly cache: CacheState }) {
  const { resetLimits } = useActions();
  return (
    <div class="limit limit-head">
      <b>{api} · {stage}</b><span class="hint">{formatCount(entries)} {entries === 1 ? 'response' : 'responses'}, {formatBytes(bytes)}</span>
      <button class="ghost" onClick={() => resetLimits({ cache: { api, stage } }, `the cache of ${stage}`)} aria-label={`Flush the cache of ${api} ${stage}`}>flush</button>
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  readonly text: string;
}

function Meter({ label, used, limit, text }: MeterProps) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <div class="meter-line">
      <div class={`meter ${share >= 1 ? 'is-full' : ''}`} role="meter" aria-label={label} aria-valuenow={used} aria-valuemin={0} aria-valuemax={limit} aria-valuetext={text}>
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <span class="meter-text">{text}</span>
    </div>
  );
}
