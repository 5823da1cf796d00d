import { GatewayError } from '../../errors';

/** One request's body, from its first byte to the end of its answer, or what a WebSocket connection holds in one direction. */
export interface HeldBody {
  /** This many more bytes have arrived; a negative number: they are not held any more. */
  readonly add: (bytes: number) => void;
  readonly complete: () => void;
  readonly end: () => void;
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

interface Holding {
  readonly fail: (error: GatewayError) => void;
  bytes: number;
  /** When the client last sent something. */
  lastAt: number;
}

/**
 * Keeps the total bytes of request bodies of all connections below a budget. Above it, the incomplete body that has waited
 * longest for its client is rejected, so that slow senders give way to others. A complete body is never given up; if there
 * are only complete ones, the arriving body is rejected.
 */
export function createBodyBudget(maxBytes: number) {
  const coming = new Set<Holding>();
  let heldBytes = 0;
  const release = (holding: Holding): void => {
    coming.delete(holding);
    heldBytes -= holding.bytes;
    holding.bytes = 0;
  };
  const enforceBudget = (): void => {
    while (heldBytes > maxBytes) {
      const slowest = [...coming].filter(({ bytes }) => bytes > 0).sort((left, right) => left.lastAt - right.lastAt).at(0);
      if (slowest === undefined) return;
      release(slowest);
      slowest.fail(new GatewayError('REQUEST_BYTES_EXCEEDED', { max: maxBytes }));
    }
  };
  const giveBack = (bytes: number): void => {
    heldBytes -= bytes;
  };
  return {
    /** @param fail - aborts the request while its body is incomplete */
    begin: (fail: (error: GatewayError) => void): HeldBody => {
      const holding: Holding = { fail, bytes: 0, lastAt: performance.now() };
      coming.add(holding);
      return {
        add: (bytes) => {
          if (!coming.has(holding)) return;
          holding.bytes += bytes;
          holding.lastAt = performance.now();
          heldBytes += bytes;
          enforceBudget();
        },
        complete: () => coming.delete(holding),
        end: () => release(holding),
      };
    },
    /** Reserves the bytes of a complete body until they are given back. @returns false if there is no capacity for it */
    takeComplete: (bytes: number): boolean => {
      heldBytes += bytes;
      enforceBudget();
      if (heldBytes <= maxBytes) return true;
      giveBack(bytes);
      return false;
    },
    giveBack,
  };
}
