/** What a debugger does with one instance: while it is attached, time limits wait. */
export class Inspection {
  /** Called when `holdsTime` may have changed. */
  public onChange: () => void = () => undefined;
  readonly #listener: InspectionListener;
  #attached = 0;
  #wasAttached = false;

  /** @param waits - whether the function's code is loaded only once a debugger is attached */
  public constructor(public readonly waits: boolean, listener: InspectionListener) {
    this.#listener = listener;
  }

  /** Whether time limits wait: a debugger is attached, or is waited for. */
  public get holdsTime(): boolean {
    return this.#attached > 0 || (this.waits && !this.#wasAttached);
  }

  /** The instance listens for debuggers. @param port - on 127.0.0.1 */
  public opened(port: number): void {
    this.#listener.opened(this, port);
  }

  /** The instance has ended. */
  public ended(): void {
    this.#listener.ended(this);
  }

  /** @returns what to call when the debugger is gone */
  public attach(): () => void {
    this.#attached += 1;
    this.#wasAttached = true;
    this.onChange();
    return () => {
      this.#attached -= 1;
      this.onChange();
    };
  }
}

export interface InspectionListener {
  readonly opened: (inspection: Inspection, port: number) => void;
  readonly ended: (inspection: Inspection) => void;
}
