import type { GatewayReply } from '../http/reply';
import type { Received } from '../http/request';
import type { UpgradeHandler } from './upgrade-handler';

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
