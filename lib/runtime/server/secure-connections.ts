import type { Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { ConnectionListeners } from './connection-listeners';
import type { Http2Connections } from './http2-connections';

/** The first byte of a TLS handshake (RFC 8446 §5.1). */
const HANDSHAKE = 22;

/** A server's certificate and its key, as PEM. */
export interface ServerCertificate {
  /** With the certificates between it and its authority. */
  readonly cert: string;
  readonly key: string;
}

export interface SecureOptions {
  readonly certificate: ServerCertificate;
  /** Until a connection is encrypted. */
  readonly handshakeTimeoutMs: number;
  readonly http2: Http2Connections;
  readonly listeners: ConnectionListeners;
  readonly toHttp1: (socket: Socket) => void;
  /** Answers a client that does not encrypt, or serves it. */
  readonly plain: (socket: Socket) => void;
}

const MIN_VERSION = 'TLSv1.2';

/** Connections with TLS: encrypts them, and hands them to the protocol that the client has chosen (ALPN). */
export class SecureConnections {
  readonly #tls;
  /** Connections that have not sent anything yet. */
  readonly #silent = new Set<Socket>();
  /** Connections that are not encrypted yet, by their clients' addresses. */
  readonly #handshaking = new Map<string, Socket>();
  /** Encrypted connections for HTTP/1.1. */
  readonly #http1 = new Set<TLSSocket>();
  /** All connections that are not closed. */
  readonly #open = new Set<Socket>();

  public constructor(private readonly options: SecureOptions) {
    const { certificate, handshakeTimeoutMs, http2, toHttp1, listeners } = options;
    this.#tls = createServer({
      ...certificate, ALPNProtocols: ['h2', 'http/1.1'], minVersion: MIN_VERSION, handshakeTimeout: handshakeTimeoutMs,
    });
    listeners.addTo({ emitter: this.#tls, event: 'secureConnection', ends: (socket) => socket }, (socket: TLSSocket) => {
      listeners.accept(socket);
      this.#handshaking.delete(clientOf(socket));
      if (socket.alpnProtocol === 'h2') {
        http2.adopt(socket);
        return;
      }
      this.#http1.add(socket);
      listeners.addOnce(socket, 'close', () => this.#http1.delete(socket));
      toHttp1(socket);
    });
  }

  /** Looks at the first byte: browsers and scripts that ask an HTTPS port over HTTP get an answer they can read. */
  public readonly adopt = (socket: Socket): void => {
    const { handshakeTimeoutMs, plain, listeners } = this.options;
    this.#silent.add(socket);
    this.#open.add(socket);
    const client = clientOf(socket);
    const late = setTimeout(() => socket.destroy(), handshakeTimeoutMs).unref();
    listeners.addOnce(socket, 'close', () => {
      clearTimeout(late);
      this.#silent.delete(socket);
      if (this.#handshaking.get(client) === socket) this.#handshaking.delete(client);
      this.#open.delete(socket);
    });
    listeners.addOnce(socket, 'data', (chunk: Buffer) => {
      this.#silent.delete(socket);
      socket.pause();
      socket.unshift(chunk);
      clearTimeout(late);
      if (chunk[0] !== HANDSHAKE) {
        plain(socket);
        return;
      }
      this.#handshaking.set(client, socket);
      this.#tls.emit('connection', socket);
    });
  };

  public useCertificate(certificate: ServerCertificate): void {
    this.#tls.setSecureContext({ ...certificate, minVersion: MIN_VERSION });
  }

  public get busy(): number {
    return this.options.http2.busy;
  }

  /** Connections end with their next answer; those of HTTP/1.1 know. */
  public drain(): void {
    this.options.http2.drain();
  }

  /** Closes idle connections now, the others after their answers. */
  public closeIdle(): void {
    this.options.http2.closeIdle();
    // browsers open some in advance; Node's server waits for their first request
    const unused = [...this.#http1].filter(({ bytesRead }) => bytesRead === 0);
    for (const socket of [...this.#silent, ...this.#handshaking.values(), ...unused]) socket.destroy();
  }

  public destroy(): void {
    this.options.http2.destroy();
    for (const socket of this.#open) socket.destroy();
  }
}

/** The same for a connection before and after it is encrypted, and for no other that is open. */
function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
