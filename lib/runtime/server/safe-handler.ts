import { isText, type GatewayReply, type Reply } from '../http/reply';
import { abandon } from '../http/reply-stream';
import type { RequestHandler } from './request-handler';
import type { UpgradeHandler } from './upgrade-handler';

/** The answer to a request that a defect leaves without one; the log has the error. */
export const INTERNAL_ERROR: Reply = {
  status: 500,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: Buffer.from('{"message":"Internal server error"}'),
};

/** A handler that answers 500 where it would throw, and once in any case. @param onDefect - is given what was thrown */
export function safeHandler({ handle, refuse, urlLength, upgrade }: RequestHandler, onDefect: (error: unknown) => void): RequestHandler {
  return {
    urlLength,
    upgrade: upgrade && safeUpgrade(upgrade, onDefect),
    handle: (received, respond) => {
      const respondOnce = once(respond);
      try {
        handle(received, respondOnce);
      } catch (error) {
        onDefect(error);
        respondOnce(INTERNAL_ERROR);
      }
    },
    refuse: (received, reason) => {
      try {
        return refuse(received, reason);
      } catch (error) {
        onDefect(error);
        return INTERNAL_ERROR;
      }
    },
  };
}

function safeUpgrade(upgrade: UpgradeHandler, onDefect: (error: unknown) => void): UpgradeHandler {
  return (received, decide) => {
    let hasDecided = false;
    const decideOnce: typeof decide = (decision) => {
      if (hasDecided) return;
      hasDecided = true;
      decide(decision);
    };
    try {
      upgrade(received, decideOnce);
    } catch (error) {
      onDefect(error);
      decideOnce({ type: 'refused', reply: INTERNAL_ERROR });
    }
  };
}

function once(respond: (reply: GatewayReply) => void): (reply: GatewayReply) => void {
  let hasResponded = false;
  return (reply) => {
    if (hasResponded) {
      if (!isText(reply) && reply.stream !== undefined) abandon(reply.stream);
      return;
    }
    hasResponded = true;
    respond(reply);
  };
}
