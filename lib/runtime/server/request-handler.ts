import type { IsTrusted } from '../edge/viewer';
import type { GatewayReply } from '../http/reply';
import type { Received } from '../http/request';
import type { BodyBudget } from './body-budget';
import type { ConnectionListeners } from './connection-listeners';
import type { SlowReaderGuard } from './slow-reader-guard';
import type { UpgradeHandler } from './upgrade-handler';

/** The parts of a server that all its connections share. */
export interface SharedParts {
  readonly handler: RequestHandler;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  readonly isTrusted: IsTrusted;
  readonly watch: SlowReaderGuard;
  readonly budget: BodyBudget;
  readonly listeners: ConnectionListeners;
}

export interface RequestHandler {
  /** Always answers exactly once, possibly before it returns; never throws. */
  readonly handle: (received: Received, respond: (reply: GatewayReply) => void) => void;
  /** Decides about handshakes of WebSocket connections; without it there are none. */
  readonly upgrade?: UpgradeHandler | undefined;
  /** Maximum length of a URL, in characters. */
  readonly urlLength: () => number;
  /** The answer to a request that the server rejects. */
  readonly refuse: (received: Received, error: unknown) => GatewayReply;
}
