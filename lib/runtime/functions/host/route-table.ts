import type { EventRoute, EventStage } from '../../plan/exchange';
import { decodeRawCall } from '../wire/raw-call';
import { rawEvent } from './raw-event';
import type { HostCall } from './run-call';

// Taken before user code runs, which may replace them.
const { parse, stringify } = JSON;

/** Routes that the gateway has sent, by number. Those of one stage share it. */
export class RouteTable {
  readonly #routes: EventRoute[] = [];
  /** By their JSON texts. */
  readonly #stages = new Map<string, EventStage>();

  public add(body: string): void {
    const [number, route] = parse(body) as [number, EventRoute]; // written by the gateway
    if (number === 0) { // numbering restarts after many routes
      this.#stages.clear();
      this.#routes.length = 0;
    }
    const key = stringify(route.stage);
    const stage = this.#stages.get(key) ?? route.stage;
    this.#stages.set(key, stage);
    this.#routes[number] = { ...route, stage };
  }

  /** Reads a call; undefined for one that the gateway cannot have written. */
  public read(body: string): Omit<HostCall, 'nonce'> | undefined {
    const call = decodeRawCall(body);
    const route = call && this.#routes[call.route];
    if (call === undefined || route === undefined) return undefined;
    const { ids: { invocationId, trace }, remainingMs } = call;
    return { head: { invocationId, traceId: trace.text, remainingMs, takesText: true }, event: () => rawEvent(route, call) };
  }
}
