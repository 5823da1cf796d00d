import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import { INTERNAL_ERROR } from '../server/safe-handler';
import { invokeFunction, refusedReply, type InvokeParts } from './invoke-function';

const HOST = '127.0.0.1';
/** ARNs are short. */
const URL_LENGTH = 2_048;

/** Opens Lambda's API on a free port that only this machine reaches. @param listening - as for the APIs, except for the host */
export async function serveLambdaApi(
  parts: InvokeParts, listening: Omit<ListenOptions, 'host' | 'port'>,
): Promise<{ readonly url: string; readonly listener: HttpListener }> {
  const listener = await listen({
    urlLength: () => URL_LENGTH,
    refuse: (_, error) => refusedReply(parts.ports, error),
    handle: (received, respond) => {
      invokeFunction(received, parts).then(respond, (error: unknown) => {
        listening.onDefect?.(error);
        respond(INTERNAL_ERROR);
      });
    },
  }, { ...listening, host: HOST, port: 0, isTrusted: () => false });
  return { url: `http://${HOST}:${listener.port}`, listener };
}
