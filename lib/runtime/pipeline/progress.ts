import { forwardedHeaders } from '../edge/forwarding';
import { withoutSignature } from '../edge/signature';
import type { HeaderList } from '../http/headers';
import type { GatewayReply } from '../http/reply';
import { withoutRaw, type Received, type RequestIds, type RequestPath } from '../http/request';
import type { Explains, MethodPlan, RequestProgress, ResponseContext, Routed, ServedStage } from '../plan/exchange';
import type { ConnectionEvent } from '../plan/connection';
import type { RequestMeter } from '../plan/meter';
import type { AcceptedKey, Principal } from '../plan/principal';
import type { Recorder } from '../plan/recorder';
import type { StepResults } from '../plan/step';
import type { RequestSpan } from '../plan/tracing';
import { readQuery } from '../router/request-path';

const NO_HEADERS: HeaderList = [];
const ANONYMOUS: Principal = { type: 'anonymous' };

/** The initial state of a request. */
export interface ProgressStart {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly path: RequestPath;
  readonly responseContext: ResponseContext;
  readonly explains: Explains;
  /** The event of a WebSocket connection that it stands for. */
  readonly connection?: ConnectionEvent | undefined;
  /** Its span, if it is traced. */
  readonly span?: RequestSpan | undefined;
}

/**
 * The progress of one request: what is known about it, and the results of its steps. It is one object from the first step
 * to the last, because a copy per step costs more than most steps do; steps write to it through `StepResults` only.
 *
 * Hot path: values that need parsing are computed when first used.
 */
export class Progress implements RequestProgress, StepResults {
  public readonly ids: RequestIds;
  public readonly stageName: string;
  public readonly path: string;
  public readonly routePath: string;
  public readonly fullPath: string;
  public readonly rawPath: string | undefined;
  public readonly basePath: string | undefined;
  public query: string;
  public readonly explains: Explains;
  public readonly connection: ConnectionEvent | undefined;
  public readonly span: RequestSpan | undefined;
  public received: Received;
  public responseContext: ResponseContext;
  public target = 'gateway';
  public hasCalledFunction = false;
  public stage: ServedStage | undefined;
  public plan: MethodPlan | undefined;
  public pathParameters: Readonly<Record<string, string>> = {};
  public principal: Principal = ANONYMOUS;
  public apiKey: AcceptedKey | undefined;
  public recorder: Recorder | undefined;
  public trace: object | undefined;
  /** Counts the requests of the route. */
  public meter: RequestMeter | undefined;
  public request: unknown;
  public response: unknown;
  public reply: GatewayReply | undefined;
  #showsSignature = false;
  #headers: HeaderList | undefined;
  #queryParameters: Readonly<Record<string, readonly string[]>> | undefined;

  public constructor({ received, ids, path, responseContext, explains, connection, span }: ProgressStart) {
    this.received = received;
    this.ids = ids;
    this.stageName = path.stageName;
    this.path = path.path;
    this.routePath = path.routePath;
    this.fullPath = path.fullPath;
    this.rawPath = path.rawPath;
    this.basePath = path.basePath;
    this.query = path.query;
    this.responseContext = responseContext;
    this.explains = explains;
    this.connection = connection;
    this.span = span;
    const facts = connection?.connection;
    if (facts?.principal !== undefined) this.principal = facts.principal;
    if (facts?.apiKey !== undefined) this.apiKey = facts.apiKey;
  }

  /** The stage is known, and so is the form of its answers. */
  public enterStage(stage: ServedStage): void {
    this.stage = stage;
    this.responseContext = stage;
  }

  /** The method is known. */
  public enterMethod(plan: MethodPlan, pathParameters: Readonly<Record<string, string>>): void {
    this.plan = plan;
    this.target = plan.label;
    this.meter = plan.meter;
    this.pathParameters = pathParameters;
    this.#showsSignature = plan.authorizes;
  }

  public get routed(): Routed | undefined {
    return this.plan === undefined ? undefined : this as Routed; // a method has a stage: enterMethod comes after enterStage
  }

  public get headers(): HeaderList {
    return this.#headers ??= this.#forwardedHeaders();
  }

  public get queryParameters(): Readonly<Record<string, readonly string[]>> {
    return this.#queryParameters ??= readQuery(this.query);
  }

  public recording(recorder: Recorder): void {
    this.recorder = recorder;
  }

  public authorized(principal: Principal): void {
    this.principal = principal;
    this.#showsSignature = false;
    if (this.#headers !== undefined) this.#headers = withoutSignature(this.#headers);
  }

  public refused(principal: Principal): void {
    this.principal = principal;
  }

  public signed(query: string): void {
    this.query = query;
    this.#queryParameters = undefined;
    this.received = withoutRaw(this.received);
  }

  public identified(apiKey: AcceptedKey): void {
    this.apiKey = apiKey;
  }

  public replaced(received: Received, headers: HeaderList): void {
    this.received = received;
    this.#headers = headers;
  }

  public requested(request: unknown): void {
    this.request = request;
  }

  public calledFunction(): void {
    this.hasCalledFunction = true;
  }

  public answered(response: unknown): void {
    this.response = response;
  }

  public replied(reply: GatewayReply): void {
    this.reply = reply;
  }

  /** All steps are done: a request that is kept does not keep what they passed to each other. */
  public forgetResults(): void {
    this.request = undefined;
    this.response = undefined;
    this.reply = undefined;
  }

  #forwardedHeaders(): HeaderList {
    // messages have none, and the end of a connection is no request
    if (this.connection !== undefined && this.connection.type !== 'CONNECT') return NO_HEADERS;
    const forwarded = forwardedHeaders({ received: this.received, ids: this.ids, context: this.responseContext });
    const headers = this.span === undefined ? forwarded : this.span.headers(forwarded);
    return this.#showsSignature ? headers : withoutSignature(headers);
  }
}
