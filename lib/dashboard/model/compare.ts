import { diffLines } from 'diff';
import { differsEachTime } from '../../runtime/inspection/differs-each-time';
import { prettyJson } from './json-tokens';
import type { MessageRecord } from '../protocol';

/** One line of a comparison; a line that changed is there twice. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

type Answer = { readonly status: number; readonly response: Pick<MessageRecord, 'headers' | 'body'> };

/** Two answers line by line: status, headers without those of each request, body. */
export function compareAnswers(before: Answer, after: Answer): readonly ComparedLine[] {
  return diffLines(answerText(before), answerText(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.replace(/\n$/, '').split('\n').map((text): ComparedLine => ({ kind, text }));
  });
}

function answerText({ status, response: { headers, body } }: Answer): string {
  const lines = headers.filter(({ name }) => !differsEachTime(name)).map(({ name, value }) => `${name.toLowerCase()}: ${value}`);
  return `${[`HTTP ${status}`, ...lines.sort(), '', prettyJson(body)].join('\n')}\n`;
}
