// Compares the expectations of a case with its run.
import type { CaseRun } from './case-run';
import type { HostileCase, HostileExpectation } from './hostile-case';
import type { ObservedCall } from './observer';
import { findPredicate, type Predicate } from './predicates';
import { valuesOf } from './responses';

/** The predicates of a case, found once; one that nobody knows always fails. */
export function predicatesOf({ expect }: HostileCase): readonly Predicate[] {
  return (expect.mustNot ?? []).map((text) => findPredicate(text) ?? { text, isAlone: false, check: () => 'this suite does not know the predicate' });
}

const KNOWN = new Set(['oneOf', 'preferred', 'mustNot', 'expectResponses', 'expectSequence']);

export interface Judgement {
  readonly problems: readonly string[];
  /** One line about what was seen. */
  readonly seen: string;
}

/** Judges a case that was played. */
export async function judge(run: CaseRun, predicates: readonly Predicate[]): Promise<Judgement> {
  const { one, exchange, fixture } = run;
  run.read = exchange.responses();
  run.calls = callsOf(run);
  const problems = [
    ...Object.keys(one.expect).filter((key) => !KNOWN.has(key)).map((key) => `unknown expectation ${key}`),
    ...(run.read.problem === undefined ? [] : [`the response is not HTTP: ${run.read.problem}`]),
    ...(one.judge === 'server' ? [] : statusProblems(one.expect, run)),
    ...countProblems(one.expect, run),
  ];
  for (const { text, check } of predicates) {
    const reason = await check(run);
    if (reason !== undefined) problems.push(`${text}: ${reason}`);
  }
  const exit = fixture.gateway.exit();
  if (exit !== undefined) problems.push(`the gateway ended with ${exit}`);
  return { problems, seen: seenOf(run) };
}

/** The status of the first response, or how the connection ended without one. */
function outcomeOf({ read, exchange }: CaseRun): number | string {
  const first = read.finals[0] ?? read.partial;
  if (first !== undefined) return first.status;
  return exchange.isClosed ? 'close' : 'nothing';
}

function statusProblems({ oneOf }: HostileExpectation, run: CaseRun): readonly string[] {
  const outcome = outcomeOf(run);
  const interim = run.read.interims[0]?.status;
  const isExpected = oneOf.includes(outcome) || (interim !== undefined && oneOf.includes(interim));
  return isExpected ? [] : [`expected ${oneOf.join(' or ')}, seen ${outcome}`];
}

function countProblems({ expectResponses, expectSequence }: HostileExpectation, { read }: CaseRun): readonly string[] {
  const statuses = read.finals.map(({ status }) => status);
  const isCounted = expectResponses === undefined || statuses.length === expectResponses;
  const isInOrder = expectSequence === undefined || String(statuses) === String(expectSequence);
  return [
    ...(isCounted ? [] : [`expected ${expectResponses} responses, seen ${statuses.length}`]),
    ...(isInOrder ? [] : [`expected ${expectSequence.join()}, seen ${statuses.join()}`]),
  ];
}

/** Calls of functions that belong to this connection: by its address, or by the request ids of its responses. */
function callsOf({ fixture, observedFrom, localAddress, read }: CaseRun): readonly ObservedCall[] {
  const ids = new Set(read.finals.flatMap(({ headers }) => valuesOf(headers, 'x-amzn-requestid')));
  return fixture.observer.all.slice(observedFrom).filter(({ event: { requestContext } }) =>
    requestContext.identity.sourceIp === localAddress || (requestContext.requestId !== undefined && ids.has(requestContext.requestId)));
}

function seenOf({ read, exchange, calls }: CaseRun): string {
  const statuses = [...read.interims, ...read.finals].map(({ status }) => status).join(', ') || 'no response';
  const cut = read.isCut ? ', then part of a response' : '';
  const end = exchange.isClosed ? `closed${exchange.error === undefined ? '' : ` (${exchange.error.code})`}` : 'open';
  return `${statuses}${cut}, ${end}${calls.length === 0 ? '' : `; called ${calls.map(({ functionName }) => functionName).join(', ')}`}`;
}
