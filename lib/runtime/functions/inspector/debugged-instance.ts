import type { AutoAttach } from './auto-attach';
import { Inspection, type InspectorAddress } from './inspection';

export interface Target extends InspectorAddress {
  readonly inspection: Inspection;
}

export interface DebuggedInstanceOptions {
  readonly wanted: () => void;
  readonly cannotOpen: (reason: string) => void;
}

/** The instance of a function that runs now, while its instances come and go. */
export class DebuggedInstance {
  #target: Target | undefined;
  /** The instance that runs now and that no debugger can attach to. */
  #closed: Inspection | undefined;
  #waiting: ((target: Target | undefined) => void)[] = [];

  public constructor(private readonly options: DebuggedInstanceOptions) {}

  /** Returns the inspection of a new instance of the function; once it listens, debuggers are connected to it. */
  public inspect(waits: boolean, autoAttach?: AutoAttach): Inspection {
    return new Inspection({
      opened: (inspection, address) => {
        this.#target = { inspection, ...address };
        this.#closed = undefined;
        this.#settle();
      },
      cannotOpen: (inspection, reason) => {
        this.#target = undefined;
        this.#closed = inspection;
        this.options.cannotOpen(reason);
        this.#settle();
      },
      ended: (inspection) => {
        if (this.#target?.inspection === inspection) this.#target = undefined;
        if (this.#closed === inspection) this.#closed = undefined;
      },
    }, waits, autoAttach);
  }

  /** Waits for an instance, which is started if there is none; undefined if no debugger can attach to it. */
  public current(): Promise<Target | undefined> {
    if (this.#target !== undefined || this.#closed !== undefined) return Promise.resolve(this.#target);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.options.wanted();
    });
  }

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(this.#target);
  }
}
