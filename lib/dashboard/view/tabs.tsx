import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { moveFocus } from './roving-focus';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly first: string;
  readonly label: string;
}

/** Tabs as ARIA describes them: arrows move among them, Tab goes on to the panel. */
export function Tabs({ tabs, first, label }: TabsProps) {
  const [chosen, setChosen] = useState(first);
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={(event) => moveFocus(event, { horizontal: true })}>
        {tabs.map(({ id, label: name, count }) => (
          <button
            key={id} id={`tab-${id}`} role="tab" aria-selected={id === current.id} aria-controls="tab-panel" data-item tabIndex={id === current.id ? 0 : -1}
            onClick={() => setChosen(id)} onFocus={() => setChosen(id)}
          >
            {name}{count !== undefined && count > 0 && <span class="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${current.id}`} tabIndex={-1}>{current.content()}</div>
    </div>
  );
}
