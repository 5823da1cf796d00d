import { LIMITS } from '../../../../spec';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Invocation, RequestInvocation } from '../../../ports';
import type { InstanceWire, WireListener } from '../../process/instance-wire';
import { FRAME, NO_NONCE } from '../../wire/frames';
import { nextHeaders } from './next-headers';
import { callErrorDocument, initErrorDocument, readPosted, reportedType, type PostedBody } from './posted-body';
import { accept, INVALID_REQUEST_ID, INVALID_RESPONSE_MODE, invalidTransition, refuse, tooLarge } from './replies';
import { readStreamed, type StreamedAnswer } from './streamed-answer';

/** A call that was handed over. */
export interface HandedCall {
  readonly nonce: string;
  readonly invocation: Invocation | RequestInvocation;
  /** When it is given up, in ms since 1970. */
  readonly deadlineMs: number;
  /** Set while its answer arrives as a stream, which is then its only answer. */
  streamed?: StreamedAnswer | undefined;
}

export interface WireOptions {
  readonly functionArn: string;
  /** Wall clock, in ms since 1970. */
  readonly now: () => number;
}

/**
 * The calls of one instance as the Runtime API hands them out: one at a time, and only to a client that has asked for it and waits. A
 * call has begun once its first byte is written; whatever happens then, it is never handed out again.
 */
export class RuntimeApiWire implements InstanceWire {
  #listener: WireListener | undefined;
  /** The client's request for a call, which waits. */
  #parked: ServerResponse | undefined;
  /** Calls that were handed over before the client asked for them. */
  #held: HandedCall[] = [];
  /** The call that the client has and has not answered. */
  #outstanding: HandedCall | undefined;
  #handedOut = 0;
  #isTakenBack = false;
  #hasAsked = false;
  #initError: string | undefined;

  public constructor(private readonly options: WireOptions) {}

  public get takesCalls(): boolean {
    return this.#outstanding === undefined && this.#held.length === 0 && !this.#isTakenBack && isWaiting(this.#parked);
  }

  public readonly open = (_assignment: object, listener: WireListener): void => {
    // the client may have been faster; its instance is not known to anybody yet
    setImmediate(() => {
      this.#listener = listener;
      if (this.#initError !== undefined) listener.frame(FRAME.initError, NO_NONCE, this.#initError);
      else if (this.#hasAsked) listener.frame(FRAME.ready, NO_NONCE, '');
      if (this.#hasAsked && !isWaiting(this.#parked)) listener.paused();
    });
  };

  /** Hot path. */
  public readonly send = (nonce: string, invocation: Invocation | RequestInvocation, remainingMs: number): number => {
    const call: HandedCall = { nonce, invocation, deadlineMs: this.options.now() + remainingMs };
    const position = this.#handedOut + this.#held.length;
    if (this.takesCalls) this.#handOut(call);
    else this.#held.push(call);
    return position;
  };

  public readonly takeBack = (): number => {
    this.#isTakenBack = true;
    this.#held = [];
    return this.#handedOut;
  };

  public readonly control = (kind: number, nonce: string, body: string): void => {
    const streamed = this.#outstanding?.nonce === nonce ? this.#outstanding.streamed : undefined;
    if (kind === FRAME.credit) streamed?.grant(Number(body));
    else streamed?.cancel();
  };

  /** The client sends each answer at once. */
  public readonly readUnsent = (): void => undefined;

  /** Replaced by the server, which knows the connections. */
  public whenRead: InstanceWire['whenRead'] = (callback) => callback();

  public close: InstanceWire['close'] = () => undefined;

  /** The client asks for a call. */
  public next(request: IncomingMessage, response: ServerResponse): void {
    if (this.#outstanding !== undefined) {
      refuse(request, response, invalidTransition('the last call is not answered'));
      this.#listener?.broken('it asked for another call before it had answered the last one');
      return;
    }
    // a client that asks again has given up what it asked before
    const before = this.#parked;
    this.#parked = response;
    response.once('close', () => this.#leave(response));
    if (isWaiting(before)) refuse(before.req, before, invalidTransition('the client has asked again'));
    this.#hasAsked = true;
    const call = this.#isTakenBack ? undefined : this.#held.shift();
    if (call !== undefined) this.#handOut(call);
    else this.#listener?.frame(FRAME.ready, NO_NONCE, '');
  }

  /** The client answers a call. The first whole answer counts. */
  public answer(id: string, request: IncomingMessage, response: ServerResponse): void {
    const call = this.#callOf(id);
    const mode = request.headers['lambda-runtime-function-response-mode'];
    if (call === undefined) {
      refuse(request, response, INVALID_REQUEST_ID);
    } else if (mode !== undefined && mode !== 'streaming') {
      refuse(request, response, INVALID_RESPONSE_MODE);
    } else if (mode === 'streaming' && call.invocation.isStreamed === true) {
      const chunk = (bytes: Buffer) => this.#listener?.chunk(call.nonce, bytes);
      call.streamed = readStreamed(request, chunk, () => this.#settle(call, response, endOf(request) ?? [FRAME.streamEnd, '']));
    } else {
      readPosted(request, LIMITS.functionPayloadBytes.max, (body) => {
        this.#receive(call, { request, response, body }, (text) => endOf(request) ?? [FRAME.result, text]);
      });
    }
  }

  /** The client reports that a call has failed. */
  public fail(id: string, request: IncomingMessage, response: ServerResponse): void {
    const call = this.#callOf(id);
    if (call === undefined) {
      refuse(request, response, INVALID_REQUEST_ID);
      return;
    }
    readPosted(request, LIMITS.functionPayloadBytes.max, (body) => this.#receive(call, { request, response, body }, (text) => {
      return [FRAME.functionError, callErrorDocument(text, typeIn(request, 'Function.Unknown'))];
    }));
  }

  /** The client reports that the function could not be loaded. */
  public failInit(request: IncomingMessage, response: ServerResponse): void {
    if (this.#hasAsked) {
      refuse(request, response, invalidTransition('the client has asked for a call already'));
      return;
    }
    readPosted(request, LIMITS.functionPayloadBytes.max, ({ text }) => {
      accept(response);
      const document = initErrorDocument(text ?? '', typeIn(request, 'Runtime.Unknown'));
      this.#initError ??= document;
      this.#listener?.frame(FRAME.initError, NO_NONCE, document);
    });
  }

  /** The connection of a client that waits has closed, unless it has a call. */
  #leave(response: ServerResponse): void {
    if (this.#parked !== response) return;
    this.#parked = undefined;
    this.#listener?.paused();
  }

  /** Hot path. */
  #handOut(call: HandedCall): void {
    const { invocation: { invocationId, traceId, clientContext, payload }, deadlineMs } = call;
    const response = this.#parked;
    this.#parked = undefined;
    this.#outstanding = call;
    this.#handedOut += 1;
    const event = typeof payload === 'string' ? payload : payload.json();
    const { functionArn } = this.options;
    const facts = { invocationId, deadlineMs, functionArn, traceId, clientContext };
    response?.writeHead(200, nextHeaders(facts, Buffer.byteLength(event)));
    response?.end(event);
  }

  /** The call with this id, unless its answer arrives already as a stream. */
  #callOf(id: string): HandedCall | undefined {
    const call = this.#outstanding;
    return call?.invocation.invocationId === id && call.streamed === undefined ? call : undefined;
  }

  /** A whole answer; another one may have been faster. */
  #receive(call: HandedCall, { request, response, body: { text, bytes } }: Posted, answerOf: (text: string) => Answer): void {
    if (this.#outstanding !== call || call.streamed !== undefined) {
      refuse(request, response, INVALID_REQUEST_ID);
      return;
    }
    if (text !== undefined) {
      this.#settle(call, response, answerOf(text));
      return;
    }
    refuse(request, response, tooLarge(LIMITS.functionPayloadBytes.max));
    this.#deliver(call, [FRAME.resultTooLarge, String(bytes)]);
  }

  #settle(call: HandedCall, response: ServerResponse, answer: Answer): void {
    accept(response);
    this.#deliver(call, answer);
  }

  #deliver({ nonce }: HandedCall, [kind, body]: Answer): void {
    this.#outstanding = undefined;
    this.#listener?.frame(kind, nonce, body);
  }
}

/** An answer: its kind of frame and its body. */
type Answer = readonly [kind: number, body: string];

interface Posted {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: PostedBody;
}

/** Whether the client still waits, as far as the gateway can know. */
function isWaiting(response: ServerResponse | undefined): response is ServerResponse {
  const socket = response?.socket;
  return response?.headersSent === false && socket !== null && socket !== undefined && !socket.destroyed && !socket.readableEnded;
}

/** The error that a client reports after its answer, in trailers: its document is in Base64. */
function endOf({ trailers }: IncomingMessage): Answer | undefined {
  const { 'lambda-runtime-function-error-type': type, 'lambda-runtime-function-error-body': body } = trailers;
  if (type === undefined || type === '') return undefined;
  return [FRAME.functionError, callErrorDocument(Buffer.from(body ?? '', 'base64').toString('utf8'), reportedType(type, 'Function.Unknown'))];
}

function typeIn({ headers }: IncomingMessage, otherwise: string): string {
  return reportedType(headers['lambda-runtime-function-error-type'], otherwise);
}
