import { GatewayError } from '../../errors';
import { variableMask } from '../inspection/mask-variables';
import type { ServeOptions } from './serve-options';

/** Variables by name, by name of a function; `*` for all. */
export type FunctionEnvironment = NonNullable<ServeOptions['functionEnvironment']>;

/** The variables that options give to functions; a reload can give others. */
export class GivenVariables {
  #given: FunctionEnvironment;
  /** Since the start: instances that have former ones still write. */
  readonly #ever = new Map<string, FunctionEnvironment>();
  #mask = variableMask();

  public constructor(given: FunctionEnvironment = {}) {
    this.#given = given;
    this.#keep(given);
  }

  public get given(): FunctionEnvironment {
    return this.#given;
  }

  /** Masks the values of secret variables in what functions write, former values as well. */
  public readonly mask = (text: string): string => this.#mask(text);

  /** Runs with other variables, which stay if it succeeds. */
  public async replacedBy<Result>(next: FunctionEnvironment, run: () => Promise<Result>): Promise<Result> {
    const before = this.#given;
    this.#given = next;
    this.#keep(next);
    try {
      return await run();
    } catch (error) {
      this.#given = before;
      throw error;
    }
  }

  #keep(given: FunctionEnvironment): void {
    this.#ever.set(JSON.stringify(given), given);
    const all = [...this.#ever.values()].flatMap((variables) => Object.values(variables));
    this.#mask = variableMask(Object.fromEntries(all.entries()));
  }
}

/** Workers get their options when they start, and no others later. @throws OPTION_INVALID */
export function refuseOthersInWorkers(processes: number): void {
  if (processes === 1) return;
  throw new GatewayError('OPTION_INVALID', {
    option: 'functionEnvironment', given: 'other variables at a reload', allowed: 'those of the start, with several processes',
  });
}
