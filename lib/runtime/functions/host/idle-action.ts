import type { Channel } from './channel';

/** The action that waits until the process has nothing left to do. While it waits, the channel does not keep the process running. */
export class IdleAction {
  #action: (() => void) | undefined;

  public constructor(private readonly channel: Pick<Channel, 'hold' | 'release'>) {}

  public get isWaiting(): boolean {
    return this.#action !== undefined;
  }

  /** Runs the action when Node emits `beforeExit`. */
  public set(action: () => void): void {
    this.#action = action;
    this.channel.release();
  }

  public cancel(): void {
    if (this.#action === undefined) return;
    this.#action = undefined;
    this.channel.hold();
  }

  public run(): void {
    const action = this.#action;
    this.cancel();
    action?.();
  }
}
