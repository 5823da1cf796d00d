import { useAppState } from '../app-context';
import { RequestForm } from '../form/request-form';
import { RequestDetail } from './request-detail';

/** The selected request, or the form of a route. */
export function DetailPane() {
  const detail = useAppState((state) => state.detail);
  return (
    <section class="detail pane" aria-label={detail.kind === 'form' ? 'New request' : 'Selected request'}>
      {detail.kind === 'none' && <Nothing />}
      {detail.kind === 'form' && <RequestForm key={detail.route ?? detail.replayOf?.id ?? 'new'} {...detail} />}
      {detail.kind === 'request' && <RequestDetail {...detail} />}
    </section>
  );
}

function Nothing() {
  return (
    <div class="empty">
      <h3>Select a request</h3>
      <p>See each step that it took, why it stopped, and what your function got and returned.</p>
      <ul class="tips">
        <li><kbd>j</kbd> <kbd>k</kbd> move through the list, <kbd>/</kbd> filters it</li>
        <li><kbd>r</kbd> replays the request, <kbd>e</kbd> lets you edit it first</li>
        <li><kbd>t</kbd> copies it as a test that reproduces this answer</li>
      </ul>
    </div>
  );
}
