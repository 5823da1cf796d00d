import { replyOf, type GatewayReply } from '../http/reply';
import { headerValue } from '../http/headers';
import type { Received } from '../http/request';
import { handleRequest, type CompiledGateway, type RoutedEvent } from '../pipeline/gateway';
import type { ConnectionEvent, ConnectionFacts } from '../plan/connection';
import type { SystemPorts } from '../ports';
import type { Sent, SocketConnection, SocketEvents, UpgradeDecision } from '../server/upgrade-handler';
import { GOING_AWAY, type Connections, type OpenConnection } from './connections';
import { MessageQueue } from './message-queue';

export interface SessionParts {
  readonly api: string;
  /** The API as it is served now: a reload keeps connections. */
  readonly gateway: () => CompiledGateway;
  readonly ports: SystemPorts;
  readonly connections: Connections;
}

const CONNECTION_ID_BYTES = 11;

const TOO_SLOW = { code: 1008, reason: 'the client reads too slowly' } as const;
const LOST = { code: 1006, reason: 'Connection closed abnormally' } as const;

/** The life of one WebSocket connection: the handshake, its messages, and its end. Each calls a route. */
export class Session {
  #facts: ConnectionFacts;
  #lastActiveAt: number;

  public constructor(private readonly handshake: Received, private readonly stage: string, private readonly parts: SessionParts) {
    const { ports } = parts;
    this.#lastActiveAt = ports.now();
    this.#facts = {
      connectionId: ports.randomBase64(CONNECTION_ID_BYTES),
      connectedAt: this.#lastActiveAt,
      host: headerValue(handshake.headers, 'host') ?? '',
      userAgent: headerValue(handshake.headers, 'user-agent'),
    };
  }

  public connect(decide: (decision: UpgradeDecision) => void): void {
    this.#call({ type: 'CONNECT', routeKey: '$connect', received: this.handshake }, (reply, caller) => {
      const { status, headers, error } = replyOf(reply);
      if (error !== undefined || status < 200 || status > 299) {
        decide({ type: 'refused', reply });
        return;
      }
      this.#facts = { ...this.#facts, principal: caller.principal, apiKey: caller.apiKey };
      const left = this.parts.connections.enter();
      decide({
        type: 'accepted', subprotocol: headerValue(headers, 'sec-websocket-protocol'),
        open: (socket) => this.#open(socket, left), lost: () => this.#end(LOST, left),
      });
    });
  }

  #open(socket: SocketConnection, left: () => void): SocketEvents {
    const { connectionId, connectedAt, userAgent = '' } = this.#facts;
    const { api, connections, ports } = this.parts;
    const queue = new MessageQueue({ socket, work: (text, done) => this.#route(socket, text, done), inNextTurn: connections.inNextTurn });
    const connection: OpenConnection = {
      api, stage: this.stage, connectionId, connectedAt, userAgent, sourceIp: this.handshake.sourceIp,
      lastActiveAt: () => this.#lastActiveAt,
      post: (data) => this.#send(socket, data),
      close: (code, reason) => {
        connections.remove(connection); // from now on it is gone for those who post to it
        socket.close(code, reason);
      },
      leave: () => queue.end(() => connection.close(GOING_AWAY.code, GOING_AWAY.reason)),
    };
    connections.add(connection);
    return {
      active: () => { this.#lastActiveAt = ports.now(); },
      message: (text, answered) => {
        this.#lastActiveAt = ports.now();
        queue.push({ text, answered });
      },
      closed: (close) => {
        connections.remove(connection);
        this.#end(close, left);
      },
    };
  }

  #route(socket: SocketConnection, text: Buffer, done: () => void): void {
    const { gateway, ports } = this.parts;
    const serving = gateway().stages.get(this.stage);
    if (serving === undefined) {
      socket.close(GOING_AWAY.code, GOING_AWAY.reason); // a deployment took the stage away
      done();
      return;
    }
    const named = serving.stage.routeKeyOf?.(text.toString('utf8')) ?? '';
    const routeKey = serving.router.methodsAt(`/${named}`).length > 0 && !OWN.has(named) ? named : '$default';
    const received = { ...this.#eventRequest('MESSAGE'), body: text };
    this.#call({ type: 'MESSAGE', routeKey, received, messageId: ports.randomBase64(CONNECTION_ID_BYTES) }, (reply) => {
      const { body } = replyOf(reply);
      if (body.length > 0 && this.#send(socket, body, routeKey) === 'slow') socket.close(TOO_SLOW.code, TOO_SLOW.reason);
      done();
    });
  }

  #end(close: NonNullable<ConnectionEvent['close']>, left: () => void): void {
    if (!this.parts.gateway().stages.has(this.stage)) left();
    else this.#call({ type: 'DISCONNECT', routeKey: '$disconnect', received: this.#eventRequest('DISCONNECT'), close }, left);
  }

  /** @param routeKey - of the route that answers; undefined for what somebody posts */
  #send(socket: SocketConnection, data: Buffer, routeKey?: string): Sent {
    const sent = socket.send(data);
    if (sent !== 'sent') return sent;
    const { api, connections, ports } = this.parts;
    this.#lastActiveAt = ports.now();
    connections.sent({ api, stage: this.stage, connectionId: this.#facts.connectionId }, { text: data, routeKey, at: this.#lastActiveAt });
    return sent;
  }

  #call({ type, routeKey, received, ...details }: RouteCall, respond: (reply: GatewayReply, caller: Pick<ConnectionFacts, 'apiKey'> & Required<Pick<ConnectionFacts, 'principal'>>) => void): void {
    const { gateway, ports } = this.parts;
    const event: RoutedEvent = { type, connection: this.#facts, stageName: this.stage, routePath: `/${routeKey}`, ...details };
    handleRequest(gateway(), received, { ports, respond, event });
  }

  /** An event that is no request, and has neither headers nor a query: they were those of the handshake. */
  #eventRequest(method: 'MESSAGE' | 'DISCONNECT'): Received {
    const { sourceIp, peerIp, port, scheme, protocol } = this.handshake;
    return {
      method, target: `/${this.stage}`, headers: [], body: Buffer.alloc(0), sourceIp, ...(peerIp === undefined ? {} : { peerIp }), port, scheme, protocol,
      receivedAt: this.parts.ports.now(),
    };
  }
}

/** Routes that no message can name. */
const OWN = new Set(['$connect', '$disconnect']);

interface RouteCall extends Pick<ConnectionEvent, 'type' | 'messageId' | 'close'> {
  readonly routeKey: string;
  readonly received: Received;
}
