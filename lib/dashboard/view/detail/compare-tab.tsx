import { useMemo } from 'preact/hooks';
import { compareAnswers } from '../../model/compare';
import type { RequestRecord } from '../../protocol';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

interface CompareTabProps {
  readonly before: RequestRecord;
  readonly after: RequestRecord;
}

/** The first answer and that of the replay, line by line. */
export function CompareTab({ before, after }: CompareTabProps) {
  const lines = useMemo(() => compareAnswers(before, after), [before, after]);
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <>
      <p class="compare-verdict">{isSame ? 'The same answer as before.' : 'The answer changed:'}</p>
      <pre class="code compare" tabIndex={0} aria-label="Comparison with the first answer">
        {lines.map(({ kind, text }) => <span class={`line line-${kind}`}><i aria-hidden="true">{SIGNS[kind]}</i>{text}{'\n'}</span>)}
      </pre>
    </>
  );
}
