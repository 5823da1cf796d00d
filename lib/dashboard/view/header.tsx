import { useMemo } from 'preact/hooks';
import { formatCount, formatMs } from '../model/format';
import { statisticsOf } from '../model/statistics';
import { shownApi, shownStage } from '../state/shown';
import { useActions, useAppState } from './app-context';
import { Logo } from './icons';

const CONNECTION_NAMES = { connecting: 'connecting', live: 'live', lost: 'reconnecting', refused: 'refused' } as const;
const BUILD_NAMES = { ok: 'build ok', building: 'building…', failed: 'build failed' } as const;

/** The header of the page: the API and stage that are shown, the connection, the build, and counts of requests. */
export function Header() {
  const { setHelp, toggleBuild } = useActions();
  const connection = useAppState((state) => state.connection);
  const build = useAppState(({ gateway }) => gateway?.build.status);
  const version = useAppState(({ gateway }) => gateway?.version);
  return (
    <header class="header">
      <h1 class="brand" title={version === undefined ? undefined : `synthgate ${version}`}><Logo /><span>synthgate</span></h1>
      <Place />
      <span class={`live live-${connection}`} role="status"><i class="dot" />{CONNECTION_NAMES[connection]}</span>
      {build !== undefined && <button class={`pill build-${build}`} onClick={toggleBuild} title="What the last build changed">{BUILD_NAMES[build]}</button>}
      <Counts />
      <button class="ghost" onClick={() => setHelp(true)} aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">?</button>
    </header>
  );
}

function Place() {
  const { setPlace } = useActions();
  const apis = useAppState(({ gateway }) => gateway?.apis);
  const api = useAppState(shownApi);
  const stage = useAppState(shownStage);
  const hasReference = useAppState(({ gateway }) => gateway?.hasReference === true);
  if (api === undefined || stage === undefined) return <span class="place" />;
  const places = (apis ?? []).flatMap(({ name, stages }) => stages.map((one) => ({ api: name, stage: one.name })));
  const value = JSON.stringify({ api: api.name, stage: stage.name });
  return (
    <span class="place">
      {places.length > 1
        ? (
          <select aria-label="API and stage" value={value} onChange={({ currentTarget }) => {
            const chosen = places.find((place) => JSON.stringify(place) === currentTarget.value);
            if (chosen !== undefined) setPlace(chosen.api, chosen.stage);
          }}>
            {places.map((place) => <option key={JSON.stringify(place)} value={JSON.stringify(place)}>{place.api} · {place.stage}</option>)}
          </select>
        )
        : <b>{api.name} · {stage.name}</b>}
      {hasReference && <a href={`/reference?api=${encodeURIComponent(api.name)}`} target="_blank" rel="opener" title="The reference of this API">reference</a>}
      <code class="fingerprint" title={`deployment ${stage.fingerprint}, ${stage.source === 'assembly' ? 'as synthesized' : 'as deployed'}`}>
        {stage.fingerprint.slice(0, 8)}
      </code>
    </span>
  );
}

function Counts() {
  const requests = useAppState(({ timeline }) => timeline.requests);
  const { requests: count, errors, p99Ms } = useMemo(() => statisticsOf(requests), [requests]);
  return (
    <dl class="counts">
      <div><dt>requests</dt><dd>{formatCount(count)}</dd></div>
      <div class={errors > 0 ? 'has-errors' : ''}><dt>errors</dt><dd>{formatCount(errors)}</dd></div>
      <div><dt>p99</dt><dd>{p99Ms === undefined ? '–' : formatMs(p99Ms)}</dd></div>
    </dl>
  );
}
