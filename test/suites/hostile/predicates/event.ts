// Predicates about what functions were given: each is checked against what the functions themselves reported.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../repository';
import type { ObservedEvent } from '../observer';
import { COMPARISON, matching } from './compare';
import type { NamedPredicate } from './predicate';

/** Header lines that no function sees; everything else that is sent must arrive. */
const HOP_BY_HOP = new Set([
  'connection', 'content-length', 'content-md5', 'expect', 'keep-alive', 'max-forwards', 'proxy-authenticate', 'proxy-connection', 'server',
  'te', 'trailer', 'transfer-encoding', 'upgrade', 'www-authenticate',
]);

export const EVENT_PREDICATES: readonly NamedPredicate[] = [
  {
    pattern: /^function-invoked(?::(.+))?$/,
    check: ({ calls }, name) => {
      const call = calls.find(({ functionName }) => name === '' || functionName === name);
      return call === undefined ? undefined : `function ${call.functionName} ran`;
    },
  },
  {
    pattern: new RegExp(`^event\\.header:([!#$%&'*+.^_\`|0-9A-Za-z-]+)${COMPARISON}`),
    check: ({ calls }, name, ...comparison) =>
      matching(`header ${name} of an event`, calls.flatMap(({ event }) => headerOf(event, name)), comparison),
  },
  {
    pattern: /^event\.sourceIp=client-supplied$/,
    check: ({ calls, localAddress }) => {
      const foreign = calls.map(({ event }) => event.requestContext.identity.sourceIp).find((address) => address !== localAddress);
      return foreign === undefined ? undefined : `sourceIp is ${foreign}, the connection came from ${localAddress}`;
    },
  },
  {
    pattern: /^event\.([A-Za-z.]+)=client-supplied$/,
    check: ({ calls, exchange }, member) => {
      const sent = exchange.sent.toString('latin1');
      const value = calls.flatMap(({ event }) => membersOf(event, member)).find((one) => sent.includes(one));
      return value === undefined ? undefined : `${member} is the client's ${value}`;
    },
  },
  {
    pattern: new RegExp(`^event\\.(?:query|queryStringParameters)[:.]([^=~]+)${COMPARISON}`),
    check: ({ calls }, name, ...comparison) => {
      const values = calls.map(({ event }) => new Map(Object.entries(event.multiValueQueryStringParameters ?? {})).get(name) ?? []);
      return matching(`query parameter ${name}`, values.flat(), comparison);
    },
  },
  {
    pattern: new RegExp(`^event\\.([A-Za-z][A-Za-z.]*)${COMPARISON}`),
    check: ({ calls }, member, ...comparison) => matching(member, calls.flatMap(({ event }) => membersOf(event, member)), comparison),
  },
  {
    pattern: /^silently-dropped-header$/,
    check: ({ calls, exchange }) => {
      const sent = (exchange.requests[0]?.headers ?? []).filter(({ name }) => !HOP_BY_HOP.has(name.toLowerCase()));
      for (const { event } of calls) {
        const missing = sent.find(({ name, value }) => !headerOf(event, name).some((arrived) => arrived.includes(value)));
        if (missing !== undefined) return `header ${missing.name} did not arrive`;
        const arrived = Object.values(event.multiValueHeaders ?? {}).flat().length;
        if (arrived < sent.length) return `${sent.length} headers were sent, ${arrived} arrived`;
      }
      return undefined;
    },
  },
  {
    pattern: /^silently-dropped-param(?:eter)?$/,
    check: ({ calls, exchange }) => {
      const query = exchange.requests[0]?.target.split('?')[1] ?? '';
      const sent = query.split('&').filter((pair) => pair !== '').length;
      const call = calls.find(({ event }) => Object.values(event.multiValueQueryStringParameters ?? {}).flat().length < sent);
      return call === undefined ? undefined : `${sent} parameters were sent, fewer arrived`;
    },
  },
  {
    // A model of another content type checks nothing. That is AWS's rule, and users must find it where they read of validators.
    pattern: /^validator-bypass-undocumented$/,
    check: ({ calls }) => {
      if (calls.length === 0) return undefined;
      const page = readFileSync(path.join(repository, 'docs', 'guides', 'validation.md'), 'utf8');
      return /a type without a model is not checked/.test(page) ? undefined : 'the body was not checked, and docs/guides/validation.md does not mention it';
    },
  },
];

/** All values of a header of an event, its name without case. */
function headerOf({ headers, multiValueHeaders }: ObservedEvent, name: string): readonly string[] {
  const isIt = ([key]: readonly [string, unknown]) => key.toLowerCase() === name.toLowerCase();
  return [
    ...Object.entries(multiValueHeaders ?? {}).filter(isIt).flatMap(([, values]) => values),
    ...Object.entries(headers ?? {}).filter(isIt).map(([, value]) => value),
  ];
}

/** A member of the event, of its context or of the identity in it, as texts. */
function membersOf(event: ObservedEvent, member: string): readonly string[] {
  const places: readonly unknown[] = [event, event.requestContext, event.requestContext.identity];
  const own = (node: unknown, key: string): unknown => new Map<string, unknown>(Object.entries(Object(node))).get(key);
  const values = places.map((place) => member.split('.').reduce(own, place));
  return values.filter((value) => value !== undefined && value !== null).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
}
