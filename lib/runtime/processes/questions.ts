import { GatewayError } from '../../errors';
import type { Answer, FromWorker, Question } from './messages';
import { receivedError } from './sent-error';

/** How long the primary may take to answer what it knows by heart. */
export const ANSWER_MS = 5_000;

interface Waiting {
  readonly settle: { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };
  readonly question: Question;
  readonly deadlineAt: number;
}

/** A worker's questions to the primary. */
export interface Questions {
  /** @param timeoutMs - default 5,000 @throws PRIMARY_UNREACHABLE when there is no answer by then, and the error that was answered */
  readonly ask: (question: Question, timeoutMs?: number) => Promise<unknown>;
  readonly answered: (answer: Answer) => void;
  readonly close: () => void;
}

/** Opens the questions of a worker. One timer looks after all deadlines: an answer takes less than a millisecond. */
export function openQuestions(post: (message: FromWorker) => void): Questions {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const expire = (): void => {
    const now = performance.now();
    for (const [id, { settle, question, deadlineAt }] of waiting) {
      if (deadlineAt > now) continue;
      waiting.delete(id);
      settle.reject(new GatewayError('PRIMARY_UNREACHABLE', { question: question.type }));
    }
  };
  const timer = setInterval(expire, 100).unref();
  return {
    ask: (question, timeoutMs = ANSWER_MS) => new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { settle: { resolve, reject }, question, deadlineAt: performance.now() + timeoutMs });
      post({ type: 'ask', id, question });
    }),
    answered: (answer) => {
      const settle = waiting.get(answer.id)?.settle;
      waiting.delete(answer.id);
      if ('error' in answer) settle?.reject(receivedError(answer.error));
      else settle?.resolve(answer.value);
    },
    close: () => clearInterval(timer),
  };
}
