import { useActions, useAppState } from './app-context';
import { ClockIcon, ListIcon, TreeIcon } from './icons';

const TABS = [
  { tab: 'requests', label: 'Requests', icon: ListIcon },
  { tab: 'routes', label: 'Routes', icon: TreeIcon },
  { tab: 'gateway', label: 'Clock & limits', icon: ClockIcon },
] as const;

/** On a phone, the part of the page that is shown. */
export function TabBar() {
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
