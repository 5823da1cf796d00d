import { issue, type Issue } from '../errors';
import { locatedIssues, type Checked } from '../props';
import { durationText, LIMITS } from '../spec';
import type { IDuration } from './duration';
import type { IFunctionTarget } from './function-target';
import type { IntegrationInput } from './spec-input';

/** The common part of integrations of all kinds of APIs: the time limit, and what is wrong with the settings. */
export abstract class IntegrationBase {
  /** The function to call, if there is one. @internal */
  public readonly _function?: IFunctionTarget;

  private timeout?: IDuration;
  private problems: readonly Issue[] = [];

  /** @internal */
  public abstract _toSpec(): IntegrationInput;

  /** Keeps the time limit, and what is wrong with the settings until a method or route is bound to the integration. @internal */
  protected _accept<Settings extends object>({ value, problems }: Checked<Settings & { readonly timeout?: IDuration }>): Settings {
    // an instance of a class may have a member of this name that these settings do not know
    this.timeout = typeof value.timeout?.toMilliseconds === 'function' ? value.timeout : undefined;
    this.problems = locatedIssues(problems);
    return value;
  }

  /** Issues of the settings, for the method or route at a location. @internal */
  public _check(location: string): Issue[] {
    const issues = this.problems.map((problem) => ({ ...problem, location }));
    const timeoutMs = this.timeout?.toMilliseconds();
    if (timeoutMs === undefined || this._timeoutMs() !== undefined) return issues;
    const { min } = LIMITS.integrationTimeoutMs;
    return [...issues, issue('INTEGRATION_TIMEOUT_INVALID', location, { given: durationText(timeoutMs), min: durationText(min), max: durationText(this._maxTimeoutMs()) })];
  }

  /** The time limit; the default if it is missing or invalid. @internal */
  protected _timeoutMs(): number | undefined {
    const timeoutMs = this.timeout?.toMilliseconds() ?? Number.NaN;
    const isInRange = timeoutMs >= LIMITS.integrationTimeoutMs.min && timeoutMs <= this._maxTimeoutMs();
    return Number.isInteger(timeoutMs) && isInRange ? timeoutMs : undefined;
  }

  /** The longest possible time limit; what the endpoint type allows is checked with the API. @internal */
  protected abstract _maxTimeoutMs(): number;
}
