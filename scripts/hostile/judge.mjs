// What a case expects, compared with what happened.
import { findWord } from './words.mjs';

/** The predicates of a case, looked up once; one that nobody knows is a word that always fails. */
export function wordsOf({ expect }) {
  return (expect.mustNot ?? []).map((text) => findWord(text) ?? unknown(text));
}

function unknown(text) {
  return { text, check: () => 'this player does not know the word' };
}

const KNOWN = new Set(['oneOf', 'preferred', 'mustNot', 'expectResponses', 'expectSequence']);

/** Problems of a case that was played, and one line about what was seen. */
export async function judge(scene, words) {
  const { one, exchange, fixture } = scene;
  scene.read = exchange.responses();
  scene.calls = callsOf(scene);
  const problems = [
    ...Object.keys(one.expect).filter((key) => !KNOWN.has(key)).map((key) => `unknown expectation ${key}`),
    ...(scene.read.problem === undefined ? [] : [`the answer is no HTTP: ${scene.read.problem}`]),
    ...(one.judge === 'server' ? [] : statusProblems(one.expect, scene)),
    ...countProblems(one.expect, scene),
  ];
  for (const word of words) {
    const reason = await word.check(scene);
    if (reason !== undefined) problems.push(`${word.text}: ${reason}`);
  }
  if (fixture.gateway.exit() !== undefined) problems.push(`the gateway ended with ${fixture.gateway.exit()}`);
  return { problems, seen: seenOf(scene) };
}

/** The status of the first response, or how the connection ended without one. */
export function outcomeOf({ read, exchange }) {
  const first = read.finals[0] ?? read.partial;
  if (first !== undefined) return first.status;
  return exchange.isClosed ? 'close' : 'nothing';
}

function statusProblems({ oneOf }, scene) {
  const outcome = outcomeOf(scene);
  const interim = scene.read.interims[0]?.status;
  return oneOf.includes(outcome) || (interim !== undefined && oneOf.includes(interim)) ? [] : [`expected ${oneOf.join(' or ')}, seen ${outcome}`];
}

function countProblems({ expectResponses, expectSequence }, { read }) {
  const statuses = read.finals.map(({ status }) => status);
  return [
    ...(expectResponses === undefined || statuses.length === expectResponses ? [] : [`expected ${expectResponses} responses, seen ${statuses.length}`]),
    ...(expectSequence === undefined || String(statuses) === String(expectSequence) ? [] : [`expected ${expectSequence}, seen ${statuses}`]),
  ];
}

/** Calls of functions that belong to this connection: by its address, or by the request ids of its responses. */
function callsOf({ fixture, observedFrom, localAddress, read }) {
  const ids = new Set(read.finals.flatMap(({ headers }) => headers.filter(({ name }) => name === 'x-amzn-requestid').map(({ value }) => value)));
  return fixture.observer.all.slice(observedFrom).filter(({ event }) =>
    event.requestContext.identity.sourceIp === localAddress || ids.has(event.requestContext.requestId));
}

function seenOf({ read, exchange, calls }) {
  const answers = [...read.interims, ...read.finals].map(({ status }) => status).join(', ') || 'no answer';
  const cut = read.isCut ? ', then part of a response' : '';
  const end = exchange.isClosed ? `closed${exchange.error === undefined ? '' : ` (${exchange.error.code})`}` : 'open';
  return `${answers}${cut}, ${end}${calls.length === 0 ? '' : `; called ${calls.map(({ functionName }) => functionName).join(', ')}`}`;
}
