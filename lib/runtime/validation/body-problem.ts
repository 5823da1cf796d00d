import type { FittingModel } from '../../spec';
import { spend } from '../sandbox/step-budget';
import { describeMismatch } from './describe-mismatch';
import { UNREADABLE } from './keyword-texts';

/**
 * Returns why a body does not fit a model, in API Gateway's words, several joined by commas; undefined when it does.
 * An empty body is checked as `{}`. @throws StepLimitError
 */
export function bodyProblem(text: string, model: FittingModel): string | undefined {
  spend(text.length);
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
  try {
    if (model.validate(body) as boolean) return undefined; // the models are not asynchronous
    return describeMismatch(body, model.schema, model.schemas).join(', ') || 'the validator gave no reason';
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/** A recursive model on a body that is nested too deeply for the stack is one that does not fit. */
const TOO_DEEP = 'nested too deeply';
