import type { Reply } from '../http/reply';
import type { RequestHandler } from './request-handler';

/** The answer to a request that a defect leaves without one; the log has the error. */
export const INTERNAL_ERROR: Reply = {
  status: 500,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: Buffer.from('{"message":"Internal server error"}'),
};

/** A handler that answers 500 where it would throw. @param onDefect - is given what was thrown */
export function safeHandler({ handle, refuse, urlLength }: RequestHandler, onDefect: (error: unknown) => void): RequestHandler {
  return {
    urlLength,
    handle: (received, respond) => {
      let hasResponded = false;
      try {
        handle(received, (reply) => {
          hasResponded = true;
          respond(reply);
        });
      } catch (error) {
        onDefect(error);
        if (!hasResponded) respond(INTERNAL_ERROR);
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
