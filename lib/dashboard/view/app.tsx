import { useEffect, useRef } from 'preact/hooks';
import { formatTime } from '../model/format';
import { FILTER_FIELDS, FILTER_FLAGS } from '../model/filter';
import { useActions, useAppState } from './app-context';
import { DetailPane } from './detail/detail-pane';
import { GatewayPane } from './gateway/gateway-pane';
import { Header } from './header';
import { RoutesPane } from './routes/routes-pane';
import { TimelinePane } from './timeline/timeline-pane';
import { useShortcuts } from './shortcuts';
import { ClockIcon, CrossIcon, ListIcon, TreeIcon } from './icons';

/** The whole page: three columns, on a phone one of them at a time. */
export function App() {
  const isRefused = useAppState(({ connection }) => connection === 'refused');
  const tab = useAppState((state) => state.tab);
  const detail = useAppState((state) => state.detail.kind);
  useShortcuts();
  if (isRefused) return <Refused />;
  return (
    <div class="page" data-tab={tab} data-detail={detail}>
      <Header />
      <div class="sidebar">
        <RoutesPane />
        <GatewayPane />
      </div>
      <main class="main">
        <TimelinePane />
        <DetailPane />
      </main>
      <TabBar />
      <BuildPanel />
      <Notices />
      <Help />
    </div>
  );
}

const TABS = [
  { tab: 'requests', label: 'Requests', icon: ListIcon },
  { tab: 'routes', label: 'Routes', icon: TreeIcon },
  { tab: 'gateway', label: 'Clock & limits', icon: ClockIcon },
] as const;

/** On a phone, the part of the page that is shown. */
function TabBar() {
  const { setTab } = useActions();
  const current = useAppState((state) => state.tab);
  return (
    <nav class="tab-bar" aria-label="Parts of the page">
      {TABS.map(({ tab, label, icon: TabIcon }) => (
        <button key={tab} aria-current={tab === current ? 'page' : undefined} onClick={() => setTab(tab)}><TabIcon />{label}</button>
      ))}
    </nav>
  );
}

/** The changes of the last build, or the reason why it failed; it is shown over the page, so that nothing below it moves. */
function BuildPanel() {
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

function Notices() {
  const { closeNotice } = useActions();
  const notices = useAppState((state) => state.notices);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text, action }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <span>{text}</span>
          {action !== undefined && <button onClick={() => { closeNotice(id); action.run(); }}>{action.label}</button>}
          <button class="ghost" onClick={() => closeNotice(id)} aria-label="Close" title="Close"><CrossIcon /></button>
        </div>
      ))}
    </div>
  );
}

const SHORTCUTS = [
  ['/', 'filter the requests'], ['↓ ↑ or j k', 'next, previous request'], ['g', 'go to the routes'], ['r', 'replay the request'],
  ['e', 'edit and replay'], ['n', 'new request'], ['c', 'copy as curl'], ['t', 'copy as a test'], ['p', 'pause the list, go on'], ['x', 'clear the list'], ['u', 'undo the clear'],
  ['Ctrl Enter', 'send the form'], ['Esc', 'close, back'], ['?', 'this help'],
] as const;

function Help() {
  const { setHelp } = useActions();
  const isOpen = useAppState((state) => state.isHelpOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={() => setHelp(false)}>
      <h2 id="help-title">Keyboard</h2>
      <dl>{SHORTCUTS.map(([keys, what]) => <div key={keys}><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>)}</dl>
      <h2>Filter</h2>
      <p><code>status&gt;=400 method:POST,PUT -path:/health</code></p>
      <p>Fields: {FILTER_FIELDS.join(', ')}. Operators: <code>: = != &gt; &gt;= &lt; &lt;=</code>; <code>*</code> stands for anything, <code>-</code> excludes.
        Also {FILTER_FLAGS.map((flag) => `is:${flag}`).join(', ')}. Anything else is searched as text.</p>
      <button onClick={() => setHelp(false)} autofocus>Close</button>
    </dialog>
  );
}

/** Without the token of the printed URL the page can do nothing. */
function Refused() {
  return (
    <main class="refused">
      <h1>Open the URL that the terminal printed</h1>
      <p>
        This page needs the token of the running gateway. It is part of the URL after <code>dashboard</code>:
      </p>
      <pre class="code">dashboard  http://127.0.0.1:3001/?token=…</pre>
      <p>In the terminal of <code>synthgate dev</code>, press <kbd>o</kbd> to open it.</p>
    </main>
  );
}
