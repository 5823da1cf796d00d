import type { ModelValidator } from '../../spec';
import { spend } from '../sandbox/step-budget';

/** Why a body does not fit a model; undefined when it does. An empty body is checked as `{}`. @throws StepLimitError */
export function bodyProblem(text: string, validate: ModelValidator): string | undefined {
  spend(text.length);
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return 'it is not valid JSON';
  }
  if (isValid(validate, body)) return undefined;
  const reasons = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath === '' ? '' : `${instancePath}: `}${message ?? 'invalid'}`);
  return reasons.join('; ') || 'nested too deeply';
}

/** A recursive model on a body that is nested too deeply for the stack is one that does not fit. */
function isValid(validate: ModelValidator, body: unknown): boolean {
  try {
    return validate(body) as boolean; // the models are not asynchronous
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
