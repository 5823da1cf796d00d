import { useAppState } from '../app-context';
import { RequestForm } from '../form/request-form';
import { Conversation } from './conversation';
import { RequestDetail } from './request-detail';

const LABELS = { none: 'Selected request', request: 'Selected request', connection: 'Selected connection', form: 'New request' } as const;

export function DetailPane() {
  const detail = useAppState((state) => state.detail);
  return (
    <section class="detail pane" aria-label={LABELS[detail.kind]}>
      {detail.kind === 'none' && <Nothing />}
      {detail.kind === 'form' && <RequestForm key={detail.route ?? detail.replayOf?.id ?? 'new'} {...detail} />}
      {detail.kind === 'connection' && <Conversation key={detail.id} {...detail} />}
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
