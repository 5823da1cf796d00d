import type { MessageRecord } from '../../protocol';
import { Code } from '../code';

interface MessageTabProps {
  readonly message: MessageRecord;
  readonly name: 'request' | 'response';
}

/** Body and headers of one side. */
export function MessageTab({ message: { headers, body, isBase64, bodyTruncated }, name }: MessageTabProps) {
  return (
    <>
      <h3>Body {isBase64 && <span class="hint">base64</span>}</h3>
      <Code text={body} label={`body of the ${name}`} truncated={bodyTruncated} />
      <h3>Headers</h3>
      <table class="headers">
        <tbody>{headers.map((header, index) => <tr key={`${index} ${header.name}`}><th scope="row">{header.name}</th><td>{header.value}</td></tr>)}</tbody>
      </table>
    </>
  );
}
