// Words about what functions were given: each is checked against what the functions themselves reported.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMPARISON, found } from './compare.mjs';

/** Header lines that no function sees; everything else that is sent must arrive. */
const HOP_BY_HOP = new Set([
  'connection', 'content-length', 'content-md5', 'expect', 'keep-alive', 'max-forwards', 'proxy-authenticate', 'proxy-connection', 'server',
  'te', 'trailer', 'transfer-encoding', 'upgrade', 'www-authenticate',
]);

export const EVENT_WORDS = [
  {
    pattern: /^function-invoked(?::(.+))?$/,
    check: ({ calls }, name) => {
      const call = calls.find(({ functionName }) => name === undefined || functionName === name);
      return call === undefined ? undefined : `function ${call.functionName} ran`;
    },
  },
  {
    pattern: new RegExp(`^event\\.header:([!#$%&'*+.^_\`|0-9A-Za-z-]+)${COMPARISON}`),
    check: ({ calls }, name, ...comparison) =>
      found(`header ${name} of an event`, calls.flatMap(({ event }) => headerOf(event, name)), ...comparison),
  },
  {
    pattern: /^event\.sourceIp=client-supplied$/,
    check: ({ calls, localAddress }) => {
      const other = calls.map(({ event }) => event.requestContext.identity.sourceIp).find((address) => address !== localAddress);
      return other === undefined ? undefined : `sourceIp is ${other}, the connection came from ${localAddress}`;
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
    check: ({ calls }, name, ...comparison) => found(
      `query parameter ${name}`,
      calls.map(({ event }) => event.multiValueQueryStringParameters ?? {})
        .flatMap((values) => (Object.hasOwn(values, name) ? values[name] : [])),
      ...comparison,
    ),
  },
  {
    pattern: new RegExp(`^event\\.([A-Za-z][A-Za-z.]*)${COMPARISON}`),
    check: ({ calls }, member, ...comparison) =>
      found(member, calls.flatMap(({ event }) => membersOf(event, member)), ...comparison),
  },
  {
    pattern: /^silently-dropped-header$/,
    check: ({ calls, exchange }) => {
      const sent = (exchange.requests[0]?.headers ?? []).filter(({ name }) => !HOP_BY_HOP.has(name.toLowerCase()));
      for (const { event } of calls) {
        const missing = sent.find(({ name, value }) => !headerOf(event, name).some((seen) => seen.includes(value)));
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
    // A model of another content type checks nothing. That is AWS's rule, and it has to stand where users read of validators.
    pattern: /^validator-bypass-undocumented$/,
    check: ({ calls }) => {
      if (calls.length === 0) return undefined;
      const page = readFileSync(path.resolve(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'validation.md'), 'utf8');
      return /a type without a model is not checked/.test(page) ? undefined : 'the body was not checked, and docs/guides/validation.md does not say so';
    },
  },
];

/** All values of a header of an event, its name without case. */
function headerOf({ headers, multiValueHeaders }, name) {
  const isIt = ([key]) => key.toLowerCase() === name.toLowerCase();
  const own = (record) => Object.entries(record ?? {}).filter(isIt).flatMap(([, value]) => value);
  return [...own(multiValueHeaders), ...own(headers)];
}

/** A member of the event, of its context or of the identity in it, as texts. */
function membersOf(event, member) {
  const places = [event, event.requestContext, event.requestContext?.identity];
  const own = (node, key) => (Object.hasOwn(Object(node), key) ? node[key] : undefined);
  const values = places.map((place) => member.split('.').reduce(own, place));
  return values.filter((value) => value !== undefined && value !== null).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
}
