import { forwardedValues, planForwarding, type ForwardingPlan } from '../../edge/forwarding-plan';
import { forwardedHeaders, isSignatureValue, withoutSignature } from '../../edge/request-headers';
import { lowerName, mediaType, type HeaderField } from '../../http/headers';
import { trimmedValue } from '../../http/trimmed-value';
import { matchesMediaTypes } from '../../http/media-types';
import type { Received } from '../../http/request';
import type { EventRoute, EventStage } from '../../plan/exchange';
import { readQuery, readTarget } from '../../router/request-path';
import type { DecodedCall } from '../wire/raw-call';
import { eventOf, proxyEvent, type HeaderRecords } from './event';
import { putMember, queryTextRecords, valuesRecord } from './records';

/*
 * The event of a call, built inside the function's process from the request's own bytes. It equals the one that event.ts
 * builds from the gateway's view of the request, which a property test checks. Clients send few sequences of header names,
 * and how the lines are treated depends on the names alone: it is decided once per sequence (a shape), and then one pass of
 * a pattern cuts all values out.
 */

/** Maximum number of remembered sequences, and of names in one. */
const MAX_SHAPES = 200;
const MAX_SHAPE_NAMES = 60;

/** What is known about requests with the same header names, in the same order and spelling. */
interface HeaderShape {
  /**
   * Its groups are the values; lines with further spaces around theirs do not match. Comparing and cutting line by line took
   * three times as long.
   */
  readonly lines: RegExp;
  readonly plan: ForwardingPlan;
  /** The event's two records of the forwarded values. */
  readonly records: (values: readonly string[]) => HeaderRecords;
  readonly hostAt: number;
  readonly typeAt: number;
  readonly authorizationAt: number;
}

/** The shapes of one stage: all its methods get requests of the same clients. */
export class HeaderShapes {
  public readonly stage: EventStage;
  readonly #shapes = new Map<string, HeaderShape>();

  public constructor(stage: EventStage) {
    this.stage = stage;
  }

  /** Undefined for repeated names, two spellings of one name, and names with a meaning in JavaScript or in patterns. */
  public of(fields: readonly HeaderField[]): HeaderShape | undefined {
    if (fields.length > MAX_SHAPE_NAMES) return undefined;
    const key = fields.map(({ name }) => name).join('\n');
    const known = this.#shapes.get(key);
    if (known !== undefined || this.#shapes.size >= MAX_SHAPES) return known;
    // of the key, which keeps nothing else; what is cut out of a head keeps the request
    const names = key.split('\n');
    const plan = planForwarding(names, this.stage);
    const lower = names.map(lowerName);
    const distinct = new Set([...lower, '__proto__']);
    const arePlain = names.every((name) => PLAIN_NAME.test(name));
    if (!arePlain || distinct.size <= names.length || new Set(plan.names.map(lowerName)).size < plan.names.length) return undefined;
    const made = {
      lines: new RegExp(String.raw`${names.map((name) => String.raw`${name}: ?(|[^ \r](?:[^\r]*[^ \r])?)\r\n`).join('')}\r\n`, 'y'),
      plan,
      records: recordsOf(plan.names),
      hostAt: lower.indexOf('host'),
      typeAt: lower.indexOf('content-type'),
      authorizationAt: lower.indexOf('authorization'),
    };
    this.#shapes.set(key, made);
    return made;
  }
}

const NO_NAMES: readonly string[] = [];

/** Builds the events of one method's calls. What methods have in common is the same object in all. */
export class RawEvents {
  readonly #parameterNames: readonly string[];
  readonly #plan: EventRoute['plan'];
  readonly #shapes: HeaderShapes;
  #last: HeaderShape | undefined;

  public constructor({ parameterNames, stage, plan }: EventRoute, shapes = new HeaderShapes(stage)) {
    this.#parameterNames = parameterNames.length === 0 ? NO_NAMES : parameterNames;
    this.#plan = plan;
    this.#shapes = shapes;
  }

  /** Everything in an event is new, so a handler may modify it. */
  public make(call: DecodedCall): Record<string, unknown> {
    const { head } = call.raw;
    const methodEnd = head.indexOf(' ');
    const targetEnd = head.indexOf(' ', methodEnd + 1);
    const linesAt = head.indexOf('\n', targetEnd) + 1;
    const line = { method: head.slice(0, methodEnd), target: head.slice(methodEnd + 1, targetEnd) };
    const known = this.#knownHeaders(head, linesAt);
    return known === undefined ? this.#thorough(call, line, linesAt) : this.#quick(call, line, known);
  }

  /** Undefined for names without a shape, and if a signature must be removed. */
  #knownHeaders(head: string, linesAt: number): KnownHeaders | undefined {
    const last = this.#last;
    const quick = last && valuesOf(head, linesAt, last.lines);
    if (last !== undefined && quick !== undefined) return isSigned(last, quick) ? undefined : { shape: last, values: quick };
    const fields = fieldsOf(head, linesAt);
    const shape = this.#shapes.of(fields);
    if (shape === undefined) return undefined;
    this.#last = shape;
    const values = fields.map(({ value }) => value);
    return isSigned(shape, values) ? undefined : { shape, values };
  }

  /** Hot path: one literal per object of the event. */
  #quick(call: DecodedCall, { method, target }: RequestLine, { shape, values }: KnownHeaders): Record<string, unknown> {
    const { stage } = this.#shapes;
    const plan = this.#plan;
    const { ids, caller, received } = call;
    const { single, multi } = shape.records(forwardedValues(shape.plan, values, { received, ids, context: stage }));
    const isBinary = stage.binaryMediaTypes.length > 0 && matchesMediaTypes(mediaType(values[shape.typeAt]), stage.binaryMediaTypes);
    const body = bodyOf(call.raw.body, isBinary);
    const { path, fullPath, query } = readTarget(target);
    const { queryStringParameters, multiValueQueryStringParameters } = queryTextRecords(query);
    return eventOf({
      path, fullPath, ids, stage, plan,
      received: { method, sourceIp: received.sourceIp, protocol: received.protocol, receivedAt: received.receivedAt },
      principal: caller?.principal ?? ANONYMOUS,
      apiKey: caller?.apiKey,
    }, {
      headers: single, multiValueHeaders: multi, queryStringParameters, multiValueQueryStringParameters,
      pathParameters: this.#pathParameters(call.parameters),
      stageVariables: valuesRecord(stage.variables),
      host: values[shape.hostAt],
      userAgent: values[shape.plan.userAgentAt] ?? null,
      body,
      isBase64Encoded: isBinary && body !== null,
    });
  }

  #pathParameters(values: readonly string[]): Record<string, string> | null {
    const parameterNames = this.#parameterNames;
    if (parameterNames.length === 0) return null;
    const parameters: Record<string, string> = {};
    for (let index = 0; index < parameterNames.length; index++) putMember(parameters, parameterNames[index] ?? '', values[index] ?? '');
    return parameters;
  }

  /** Builds all other events. */
  #thorough(call: DecodedCall, { method, target }: RequestLine, linesAt: number): Record<string, unknown> {
    const { stage } = this.#shapes;
    const plan = this.#plan;
    const { ids, caller } = call;
    const body = Buffer.from(call.raw.body, 'latin1');
    const received: Received = { ...call.received, method, target, headers: fieldsOf(call.raw.head, linesAt), body };
    const { path, fullPath, query } = readTarget(target);
    return proxyEvent({
      path, fullPath, ids, stage, plan, received,
      principal: caller?.principal ?? ANONYMOUS,
      apiKey: caller?.apiKey,
      headers: withoutSignature(forwardedHeaders(received, ids, stage)),
      queryParameters: readQuery(query),
      pathParameters: this.#pathParameters(call.parameters) ?? {},
    });
  }
}

interface RequestLine {
  readonly method: string;
  readonly target: string;
}

interface KnownHeaders {
  readonly shape: HeaderShape;
  /** Of the client's header lines. */
  readonly values: readonly string[];
}

// Taken before user code runs, which may replace it in the instance.
const MakeFunction = Function;
const ANONYMOUS = { type: 'anonymous' } as const;
const CR = 13;
/** Needs no escapes in a pattern; simple heads have no others. */
const PLAIN_NAME = /^[\w-]+$/;

/**
 * A function of one literal per record: filling records name by name took three times as long. The names are those of a simple
 * head and of the edge, none of them `__proto__`, and written as JSON.
 */
function recordsOf(names: readonly string[]): HeaderShape['records'] {
  const literal = (value: (index: number) => string): string => `{${names.map((name, index) => `${JSON.stringify(name)}:${value(index)}`).join(',')}}`;
  const code = `return {single:${literal((index) => `values[${index}]`)},multi:${literal((index) => `[values[${index}]]`)}}`;
  return new MakeFunction('values', code) as HeaderShape['records']; // as the code says
}

/** The values of the lines that the pattern describes; undefined if there are others. */
function valuesOf(head: string, linesAt: number, lines: RegExp): string[] | undefined {
  lines.lastIndex = linesAt;
  return lines.exec(head)?.slice(1);
}

function fieldsOf(head: string, linesAt: number): HeaderField[] {
  const fields: HeaderField[] = [];
  for (let at = linesAt; head.charCodeAt(at) !== CR;) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r', colon);
    fields.push({ name: head.slice(at, colon), value: trimmedValue(head, colon + 1, end) });
    at = end + 2;
  }
  return fields;
}

function isSigned({ authorizationAt }: HeaderShape, values: readonly string[]): boolean {
  const value = values[authorizationAt];
  return value !== undefined && isSignatureValue(value);
}

/** A text of ASCII is its own UTF-8; finding that out costs less than two conversions as long as it is short. */
const ASCII = /^[\x00-\x7f]*$/;
const SHORT_CHARACTERS = 1_024;

function bodyOf(body: string, isBinary: boolean): string | null {
  if (body === '') return null;
  if (!isBinary && body.length <= SHORT_CHARACTERS && ASCII.test(body)) return body;
  return Buffer.from(body, 'latin1').toString(isBinary ? 'base64' : 'utf8');
}
