import type { AutoAttach } from './auto-attach';

/** Where the inspector of an instance listens, on 127.0.0.1. */
export interface InspectorAddress {
  readonly port: number;
  /** Known to nobody but the instance and the gateway; empty where the protocol has no paths. */
  readonly path: string;
}

const ADDRESS = /^(\d{1,5})(\/[0-9a-f-]{36})?$/;

/** The debugging of one instance: while a debugger is attached, time limits wait. */
export class Inspection {
  /** Called when `holdsTime` may have changed. */
  public onChange: () => void = () => undefined;
  #attached = 0;
  #wasAttached = false;
  #isOpen = false;
  #cannotOpen = false;

  /**
   * @param waits - whether the function's code is loaded only once a debugger is attached
   * @param autoAttach - variables with which an editor attaches by itself: to the process, not through the port of the function
   */
  public constructor(
    private readonly listener: InspectionListener, public readonly waits: boolean, public readonly autoAttach: AutoAttach | undefined,
  ) {}

  /** Whether time limits wait: a debugger is attached, or is waited for. When an editor that attaches by itself has gone is not known. */
  public get holdsTime(): boolean {
    return this.autoAttach !== undefined || this.#attached > 0 || (this.waits && !this.#wasAttached && !this.#cannotOpen);
  }

  /** The instance listens for debuggers; it says so before the function's code, which could claim anything, is loaded. */
  public opened(address: string): void {
    const [, port, path = ''] = ADDRESS.exec(address) ?? [];
    if (this.#isOpen || port === undefined) return;
    this.#isOpen = true;
    this.listener.opened(this, { port: Number(port), path });
  }

  /** No debugger can attach to the instance, so it waits for none. */
  public cannotOpen(reason: string): void {
    if (this.#isOpen || this.#cannotOpen) return;
    this.#isOpen = this.#cannotOpen = true;
    this.listener.cannotOpen(this, reason);
    this.onChange();
  }

  public ended(): void {
    this.listener.ended(this);
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
  readonly opened: (inspection: Inspection, address: InspectorAddress) => void;
  readonly cannotOpen: (inspection: Inspection, reason: string) => void;
  readonly ended: (inspection: Inspection) => void;
}
