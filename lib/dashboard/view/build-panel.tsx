import { formatTime } from '../model/format';
import { useActions, useAppState } from './app-context';
import { CrossIcon } from './icons';

/** The changes of the last build, or the reason why it failed; it is shown over the page, so that nothing below it moves. */
export function BuildPanel() {
  const { toggleBuild } = useActions();
  const build = useAppState(({ gateway }) => gateway?.build);
  const closedAt = useAppState((state) => state.closedBuildAt);
  if (build === undefined || build.at === closedAt) return null;
  const isFailed = build.status === 'failed';
  return (
    <section class={`build-panel ${isFailed ? 'is-failed' : ''}`} aria-label={isFailed ? 'Build failed' : 'What the last build changed'} role={isFailed ? 'alert' : undefined}>
      <header>
        <h2>{isFailed ? 'Build failed; the last good one is still served' : 'What the last build changed'}</h2>
        <time>{formatTime(build.at)}</time>
        <button class="ghost" onClick={toggleBuild} aria-label="Close"><CrossIcon /></button>
      </header>
      {isFailed
        ? <>
          <p class="build-message">{build.message}</p>
          {build.frame !== undefined && <pre class="code">{build.frame}</pre>}
        </>
        : build.changes.length === 0 ? <p class="hint">Nothing has changed since the start.</p> : <ul class="changes">{build.changes.map((line) => <li key={line} data-sign={line[0]}>{line}</li>)}</ul>}
    </section>
  );
}
