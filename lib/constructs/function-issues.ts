import { issue, type Issue } from '../errors';
import { durationText, LIMITS, nodeRuntime, type Limit, type RuntimeName } from '../spec';
import type { IDuration } from './duration';
import type { FunctionRuntime } from './function-runtime';
import { enumValue } from './spec-input';

/** The props that name the source of a function. */
interface SourceProps {
  readonly entry?: string;
  readonly code?: string;
  readonly runtime?: FunctionRuntime;
  readonly _runtime?: RuntimeName;
  readonly _external?: string;
  readonly _unavailable?: string;
}

/** The props that are numbers. */
interface RangedProps {
  readonly memorySize?: number;
  readonly timeout?: IDuration;
  readonly concurrency?: number;
  readonly maxInstances?: number;
  readonly deadLetter?: { readonly retryAttempts?: number };
}

/** Issues of how the source of a function is named. */
export function sourceIssues(props: SourceProps, location: string): Issue[] {
  const { entry, code, _external, _unavailable } = props;
  const runtime = enumValue(props.runtime) ?? props._runtime;
  if (runtime !== undefined && entry !== undefined && !isJavaScript(runtime)) return [issue('FUNCTION_ENTRY_NOT_BUNDLED', location, { runtime })];
  const count = [entry, code].filter((source) => source !== undefined).length;
  const isRight = count === 1 || (count === 0 && (_external ?? _unavailable) !== undefined);
  return isRight ? [] : [issue('FUNCTION_CODE_AMBIGUOUS', location)];
}

/** Whether a function is bundled, or completed with the modules that it lacks. */
export function isJavaScript(runtime: RuntimeName | undefined): boolean {
  return runtime === undefined || nodeRuntime(runtime) !== undefined;
}

/** Issues of numbers that Lambda or the gateway does not take. */
export function rangeIssues(props: RangedProps, location: string): Issue[] {
  const numbers: [string, number | undefined, Limit][] = [
    ['memorySize', props.memorySize, LIMITS.memoryMiB],
    ['timeout', props.timeout?.toMilliseconds(), LIMITS.functionTimeoutMs],
    ['concurrency', props.concurrency, LIMITS.functionConcurrency],
    ['maxInstances', props.maxInstances, LIMITS.functionInstances],
    ['deadLetter.retryAttempts', props.deadLetter?.retryAttempts, LIMITS.functionRetryAttempts],
  ];
  return numbers.flatMap(([property, value, limit]) => {
    const allowed = value === undefined ? undefined : rangeText(value, limit);
    return value === undefined || allowed === undefined ? [] : [issue('FUNCTION_PROPERTY_INVALID', location, { property, given: amountText(value, limit), allowed })];
  });
}

/** Issues of how many layers there are. @see https://docs.aws.amazon.com/lambda/latest/dg/adding-layers.html */
export function layerIssues({ layers = [] }: { readonly layers?: readonly string[] }, location: string): Issue[] {
  const { max } = LIMITS.functionLayers;
  if (layers.length <= max) return [];
  return [issue('FUNCTION_PROPERTY_INVALID', location, { property: 'layers', given: `${layers.length} layers`, allowed: `at most ${max} layers` })];
}

/** Returns the limit that a number violates, as text; undefined if the number is allowed. */
function rangeText(value: number, limit: Limit): string | undefined {
  const { min = 0, max } = limit;
  if (value > max) return `at most ${amountText(max, limit)}`;
  if (value < min) return `at least ${amountText(min, limit)}`;
  return Number.isInteger(value) ? undefined : `a whole number of ${limit.unit}`;
}

/** The amount in its customary unit. */
function amountText(amount: number, { unit }: Limit): string {
  return unit === 'ms' ? durationText(amount) : `${amount} ${unit}`;
}
