import type { RecordedText, RequestRecord } from '../../protocol';
import { Code } from '../code';

/** The event that the function or backend received, and the result that it returned. */
export function EventTab({ record: { event, result, ...record } }: { readonly record: RequestRecord }) {
  const name = record.function === undefined ? 'the backend' : record.function;
  return (
    <div class="columns">
      <Side title={`To ${name}`} label="event" part={event} />
      <Side title={`From ${name}`} label="result" part={result} />
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly label: string;
  readonly part: RecordedText | undefined;
}

function Side({ title, label, part }: SideProps) {
  return (
    <div>
      <h3>{title}</h3>
      {part === undefined ? <p class="empty-line">nothing</p> : <Code text={part.text} label={label} truncated={part.truncated} />}
    </div>
  );
}
