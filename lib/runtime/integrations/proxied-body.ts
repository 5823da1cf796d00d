import { isUtf8 } from 'node:buffer';
import { CATALOG, fillMessage } from '../../errors';
import { headerValue, mediaType, type HeaderList } from '../http/headers';
import { matchesMediaTypes } from '../http/media-types';
import type { CompileContext } from './compile-context';

export interface ProxiedMessage {
  readonly direction: 'request' | 'response';
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly requestId: string;
}

/** The type of a body without Content-Type. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html */
const DEFAULT_TYPE = 'application/json';

/**
 * Compiles what HTTP_PROXY makes of a body: bytes if its media type is one of the API's binary ones; otherwise it is read as
 * UTF-8 text, so bytes that are not UTF-8 become U+FFFD, as on AWS. The log says which type to add.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings.html;
 * http://sapphirepaw.blogspot.com/2016/12 (API Gateway vs. gzip): a backend's gzip arrives as `1F EF BF BD 08`
 */
export function compileProxiedBody({ stage, ports }: Pick<CompileContext, 'stage' | 'ports'>): (message: ProxiedMessage) => Buffer {
  return ({ direction, headers, body, requestId }) => {
    const type = mediaType(headerValue(headers, 'content-type')) ?? DEFAULT_TYPE;
    if (isUtf8(body) || matchesMediaTypes(type, stage.binaryMediaTypes)) return body;
    const message = fillMessage(CATALOG.BODY_READ_AS_TEXT.message, { direction, type });
    ports.log({ level: 'warn', code: 'BODY_READ_AS_TEXT', message, requestId });
    return Buffer.from(body.toString('utf8'), 'utf8');
  };
}
