import { useAppState } from './app-context';
import { BuildPanel } from './build-panel';
import { DetailPane } from './detail/detail-pane';
import { GatewayPane } from './gateway/gateway-pane';
import { Header } from './header';
import { Help } from './help';
import { Notices } from './notices';
import { Refused } from './refused';
import { RoutesPane } from './routes/routes-pane';
import { TabBar } from './tab-bar';
import { TimelinePane } from './timeline/timeline-pane';
import { useShortcuts } from './shortcuts';

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
