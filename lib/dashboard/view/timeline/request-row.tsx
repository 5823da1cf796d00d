import { Component, h, type ComponentChild, type FunctionComponent } from 'preact';
import { capitalized, formatMs, formatTime, shownPath, statusKind } from '../../model/format';
import type { RequestSummary } from '../../protocol';
import { Method } from '../method';

interface RequestRowProps {
  readonly request: RequestSummary;
  /** Whether Tab leads to it. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

/** One request: what was asked and answered, and below it why, or who answered. */
export const RequestRow = memo(({ request, isCurrent, isSelected, onSelect }: RequestRowProps) => {
  const { id, at, method, query, status, ms, why, replayOf, isBlockedByCors } = request;
  const path = shownPath(request);
  return (
    <div
      class="request-row" role="option" aria-selected={isSelected} data-item tabIndex={isCurrent ? 0 : -1}
      onClick={() => onSelect(id)} onFocus={() => onSelect(id)}
    >
      <Method name={method} />
      <span class="request-path" title={query === '' ? path : `${path}?${query}`}>{path}{query !== '' && <span class="query">?{query}</span>}</span>
      <span class={`status status-${statusKind(status)}`}>{status}</span>
      <time class="request-time">{formatTime(at)}</time>
      <span class={`request-why ${why === undefined ? '' : 'is-why'}`}>
        {replayOf !== undefined && <span class="mark">replay</span>}
        {isBlockedByCors === true && <span class="mark mark-cors">CORS</span>}
        {why === undefined ? request.function ?? request.route : capitalized(why)}
      </span>
      <span class="request-ms">{formatMs(ms)}</span>
    </div>
  );
});

/** A component that renders again only when one of its properties is another value. */
function memo<Props extends object>(render: (props: Props) => ComponentChild): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return Object.entries(next).some(([name, value]) => value !== (this.props as Record<string, unknown>)[name]);
    }

    render(): ComponentChild {
      return render(this.props);
    }
  }
  return (props) => h(Memo, props);
}
