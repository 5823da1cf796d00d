import { GatewayError } from '../../errors';

/** One request's body, from its first byte to the end of its answer. */
export interface HeldBody {
  /** So many bytes more have come. */
  readonly add: (bytes: number) => void;
  /** All of it has come. */
  readonly complete: () => void;
  /** Nothing of it is held any more. */
  readonly end: () => void;
}

/** Counts the bodies of all connections together. */
export interface BodyBudget {
  /** @param fail - gives the request up while its body still comes */
  readonly begin: (fail: (error: GatewayError) => void) => HeldBody;
}

interface Holding {
  readonly fail: (error: GatewayError) => void;
  bytes: number;
  /** When the client last sent something. */
  lastAt: number;
}

/**
 * Keeps the bytes of request bodies that are held, of all connections together, below a budget: past it, the body that still
 * comes and has waited longest for its client is refused, so that slow senders make room for others. A body that has come
 * completely is never given up; where there are only such, the one that comes is refused.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const coming = new Set<Holding>();
  let heldBytes = 0;
  const release = (holding: Holding): void => {
    coming.delete(holding);
    heldBytes -= holding.bytes;
    holding.bytes = 0;
  };
  const makeRoom = (): void => {
    while (heldBytes > maxBytes) {
      const slowest = [...coming].filter(({ bytes }) => bytes > 0).sort((one, other) => one.lastAt - other.lastAt).at(0);
      if (slowest === undefined) return;
      release(slowest);
      slowest.fail(new GatewayError('REQUEST_BYTES_EXCEEDED', { max: maxBytes }));
    }
  };
  return {
    begin: (fail) => {
      const holding: Holding = { fail, bytes: 0, lastAt: performance.now() };
      coming.add(holding);
      return {
        add: (bytes) => {
          if (!coming.has(holding)) return;
          holding.bytes += bytes;
          holding.lastAt = performance.now();
          heldBytes += bytes;
          makeRoom();
        },
        complete: () => coming.delete(holding),
        end: () => release(holding),
      };
    },
  };
}
