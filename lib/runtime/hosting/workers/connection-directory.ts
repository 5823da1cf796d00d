import type { ConnectionAnswer, ConnectionCommand, ConnectionPlace } from '../../plan/manage-connections';
import type { PrimaryNotice } from './messages';

type Post = (message: Extract<PrimaryNotice, { readonly type: 'manage-connection' }>) => void;

/** The primary's list of which worker has which WebSocket connection. */
export class ConnectionDirectory {
  readonly #workers = new Map<number, Post>();
  readonly #owners = new Map<string, number>();
  readonly #running = new Map<number, { readonly worker: number; readonly resolve: (answer: ConnectionAnswer) => void }>();
  #lastNumber = 0;

  public join(worker: number, post: Post): void {
    this.#workers.set(worker, post);
  }

  public opened(worker: number, connectionId: string): void {
    this.#owners.set(connectionId, worker);
  }

  public closed(worker: number, connectionId: string): void {
    if (this.#owners.get(connectionId) === worker) this.#owners.delete(connectionId);
  }

  public manage(from: number, place: ConnectionPlace, command: ConnectionCommand): ConnectionAnswer | Promise<ConnectionAnswer> {
    const worker = this.#owners.get(place.connectionId);
    const post = worker === undefined || worker === from ? undefined : this.#workers.get(worker);
    if (worker === undefined || post === undefined) return { type: 'gone' };
    const number = ++this.#lastNumber;
    return new Promise((resolve) => {
      this.#running.set(number, { worker, resolve });
      post({ type: 'manage-connection', number, place, command });
    });
  }

  public managed(number: number, answer: ConnectionAnswer): void {
    this.#running.get(number)?.resolve(answer);
    this.#running.delete(number);
  }

  public lost(worker: number): void {
    this.#workers.delete(worker);
    for (const [connectionId, owner] of this.#owners) if (owner === worker) this.#owners.delete(connectionId);
    for (const [number, running] of this.#running) if (running.worker === worker) this.managed(number, { type: 'gone' });
  }
}
