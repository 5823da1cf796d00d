import { diffLines } from 'diff';
import { prettyJson } from './json-tokens';
import type { MessageRecord } from '../protocol';

/** One line of a comparison; a line that changed is there twice. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

type Answer = { readonly status: number; readonly response: Pick<MessageRecord, 'headers' | 'body'> };

/** These differ with every request. */
const OF_ONE_REQUEST = new Set(['date', 'x-amzn-requestid', 'x-amz-apigw-id', 'x-amzn-trace-id', 'x-amz-cf-id', 'via', 'x-amz-cf-pop']);

/** Two answers line by line: status, headers without those of each request, body. */
export function compareAnswers(before: Answer, after: Answer): readonly ComparedLine[] {
  return diffLines(answerText(before), answerText(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.replace(/\n$/, '').split('\n').map((text): ComparedLine => ({ kind, text }));
  });
}

function answerText({ status, response: { headers, body } }: Answer): string {
  const lines = headers.filter(({ name }) => !OF_ONE_REQUEST.has(name.toLowerCase())).map(({ name, value }) => `${name.toLowerCase()}: ${value}`);
  return `${[`HTTP ${status}`, ...lines.sort(), '', prettyJson(body)].join('\n')}\n`;
}
