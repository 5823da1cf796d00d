import type { HeaderList } from '../http/headers';
import type { RawRequest, Received } from '../http/request';
import type { Viewer } from '../edge/viewer';
import type { SimpleHead } from './simple-head';

export interface Arrival {
  readonly viewer: Viewer;
  /** The other end of the connection: a trusted proxy, or the client. */
  readonly peerIp: string;
  readonly receivedAt: number;
}

/** A request with a simple head. The bytes of its body are created when first used. */
export class SimpleRequest implements Received {
  public readonly method: string;
  public readonly target: string;
  public readonly sourceIp: string;
  public readonly peerIp: string;
  public readonly port: number;
  public readonly scheme: Received['scheme'];
  public readonly protocol = 'HTTP/1.1';
  public readonly receivedAt: number;
  public readonly raw: RawRequest;
  readonly #head: SimpleHead;
  #body: Buffer | undefined;

  public constructor(head: SimpleHead, raw: RawRequest, { viewer, peerIp, receivedAt }: Arrival) {
    this.#head = head;
    this.method = head.method;
    this.target = head.target;
    this.sourceIp = viewer.sourceIp;
    this.peerIp = peerIp;
    this.port = viewer.port;
    this.scheme = viewer.scheme;
    this.receivedAt = receivedAt;
    this.raw = raw;
  }

  public get headers(): HeaderList {
    return this.#head.headers;
  }

  public get body(): Buffer {
    return this.#body ??= Buffer.from(this.raw.body, 'latin1');
  }
}
