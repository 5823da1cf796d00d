import type { ErrorDocument } from '../wire/frames';

/** A call that has begun this long ago is looked at: most have ended by then. */
const LOOK_AFTER_MS = 20;

// Taken before user code runs, which may replace it.
const startTimer = setTimeout;

const MESSAGE = 'The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never settled. '
  + 'For more information, see https://nodejs.org/docs/latest/api/process.html#exit-codes';

/** Lambda's own words for a promise that nothing can settle any more. */
export const NODE_JS_EXIT: ErrorDocument = { errorType: 'Runtime.NodeJsExit', errorMessage: MESSAGE, trace: [`Runtime.NodeJsExit: ${MESSAGE}`] };

/** Finds calls that take long, of those that run one after the other. All share one timer: a short call costs nothing. */
export class UnsettledWatch {
  #latest = '';
  #watched = '';
  #isArmed = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param onLong - receives a call that may still run, once */
  public constructor(private readonly onLong: (nonce: string) => void) {}

  /** Hot path. */
  public began(nonce: string): void {
    this.#latest = nonce;
    if (!this.#isArmed) this.#arm();
  }

  #arm(): void {
    this.#isArmed = true;
    this.#watched = this.#latest;
    if (this.#timer === undefined) this.#timer = startTimer(() => this.#look(), LOOK_AFTER_MS).unref();
    else this.#timer.refresh();
  }

  #look(): void {
    this.#isArmed = false;
    if (this.#watched === this.#latest) this.onLong(this.#latest);
    else this.#arm();
  }
}
