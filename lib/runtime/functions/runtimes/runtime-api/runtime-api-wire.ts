import { LIMITS } from '../../../../spec';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Invocation, RequestInvocation } from '../../../ports';
import { CreditSink } from '../../host/credit-sink';
import type { InstanceWire, WireListener } from '../../process/instance-wire';
import { FRAME, NO_NONCE } from '../../wire/frames';
import { inAscii } from '../../wire/raw-call';
import { callErrorDocument, initErrorDocument, readPosted, reportedType, type PostedBody } from './posted-body';
import { accept, INVALID_REQUEST_ID, INVALID_RESPONSE_MODE, invalidTransition, refuse, tooLarge } from './replies';

export interface HandedCall {
  readonly nonce: string;
  readonly invocation: Invocation | RequestInvocation;
  /** When it is given up, in ms since 1970. */
  readonly deadlineMs: number;
  /** Set while its answer arrives as a stream, which is then its only answer. */
  streamed?: CreditSink;
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

  /** @param options - `now` is the wall clock, in ms since 1970 */
  public constructor(private readonly options: { readonly functionArn: string; readonly now: () => number }) {}

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
      call.streamed = new CreditSink((bytes) => this.#listener?.chunk(call.nonce, bytes));
      passOn(request, call.streamed, () => this.#settle(call, response, endOf(request) ?? [FRAME.streamEnd, '']));
    } else {
      readPosted(request, LIMITS.functionPayloadBytes.max, (body) => {
        this.#receive(call, { request, response, body }, (text) => endOf(request) ?? [FRAME.result, text]);
      });
    }
  }

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
    const { invocation: { payload } } = call;
    const response = this.#parked;
    this.#parked = undefined;
    this.#outstanding = call;
    this.#handedOut += 1;
    const event = typeof payload === 'string' ? payload : payload.json();
    response?.writeHead(200, nextHeaders(call, this.options.functionArn, Buffer.byteLength(event)));
    response?.end(event);
  }

  /** The call with this id, unless its answer arrives already as a stream. */
  #callOf(id: string): HandedCall | undefined {
    const call = this.#outstanding;
    return call?.invocation.invocationId === id && call.streamed === undefined ? call : undefined;
  }

  /** A whole answer; another one may have been faster. */
  #receive(
    call: HandedCall,
    { request, response, body }: Readonly<{ request: IncomingMessage; response: ServerResponse; body: PostedBody }>,
    answerOf: (text: string) => Answer,
  ): void {
    const { text, bytes } = body;
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

const NOT_IN_HEADERS = /[^\t -~]/;

/**
 * The headers of a call: everything that a client learns besides its event, as names and values in turn.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html#runtimes-api-next
 */
function nextHeaders({ invocation, deadlineMs }: HandedCall, functionArn: string, eventBytes: number): string[] {
  const { invocationId, traceId, clientContext } = invocation;
  return [
    'Content-Type', 'application/json',
    'Lambda-Runtime-Aws-Request-Id', invocationId,
    'Lambda-Runtime-Deadline-Ms', String(Math.ceil(deadlineMs)),
    'Lambda-Runtime-Invoked-Function-Arn', functionArn,
    'Content-Length', String(eventBytes),
    ...traceId === undefined || NOT_IN_HEADERS.test(traceId) ? [] : ['Lambda-Runtime-Trace-Id', traceId],
    ...clientContext === undefined ? [] : ['Lambda-Runtime-Client-Context', inAscii(JSON.stringify(clientContext))],
  ];
}

type Answer = readonly [kind: number, body: string];

/** Reads a body as it arrives, no faster than the gateway passes it on. @param ended - not called if the client breaks off */
function passOn(request: IncomingMessage, sink: CreditSink, ended: () => void): void {
  request.on('data', (bytes: Buffer) => {
    request.pause();
    sink.write(bytes, () => request.resume());
  });
  request.on('end', ended);
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
