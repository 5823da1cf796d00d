import type { DeclaredDomain, DeclaredParts } from '../../spec';
import { changedEntries } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';

type Code = 'default-endpoint-disabled' | 'default-endpoint-enabled' | 'tls-raised' | 'tls-weakened' | 'client-certificate-required' | 'client-certificate-dropped'
  | 'base-path-removed' | 'base-path-retargeted' | 'base-path-added' | 'web-acl-removed' | 'web-acl-added';

/** Addresses of an API on AWS, which a gateway here does not serve: its default endpoint and its custom domains. */
export const endpoints = family<Code>({
  'default-endpoint-disabled': {
    level: 'breaking', when: 'The default endpoint (execute-api) is disabled.',
    why: 'Callers of its URL get 403 or 404: only custom domains lead to the API.', noticedBy: ['http'],
    instead: 'Look for the URL in the access log ($context.domainName) first.',
  },
  'default-endpoint-enabled': {
    level: 'security', when: 'The default endpoint (execute-api) is enabled.',
    why: 'Callers reach the API past its custom domain, and what protects that.', noticedBy: ['http'],
    instead: 'Keep it disabled; call the API by its domain.',
  },
  'tls-raised': {
    level: 'breaking', otherLevels: ['behavior'],
    when: 'A TLS policy asks for a later version; behavior for other cipher suites of that version.',
    why: 'Clients that have nothing newer than the former policy asks for cannot connect.', noticedBy: ['http'],
    instead: 'Look at the versions in use ($context.tlsVersion, $context.cipherSuite) first.',
  },
  'tls-weakened': {
    level: 'security', when: 'A TLS policy allows an earlier version.', why: 'Connections may use versions with known weaknesses.',
    noticedBy: ['http'], instead: 'Keep the policy, and give old clients a domain of their own.',
  },
  'client-certificate-required': {
    level: 'breaking', when: 'A custom domain asks clients for certificates (mutual TLS).', why: 'Clients without one cannot connect.',
    noticedBy: ['http'], instead: 'Add a second domain for clients with certificates.',
  },
  'client-certificate-dropped': {
    level: 'security', when: 'A custom domain no longer asks clients for certificates.', why: 'Anybody can connect.', noticedBy: ['http'],
    instead: 'Make sure that an authorizer asks for other credentials.',
  },
  'base-path-removed': {
    level: 'breaking', when: 'A custom domain no longer leads to the API, or not at this base path.',
    why: 'Callers of that URL get 403, or reach another API.', noticedBy: ['http'], instead: 'Keep the mapping beside the new one.',
  },
  'base-path-retargeted': {
    level: 'behavior', when: 'A base path leads to another stage.', why: 'Another deployment, with other variables and limits, answers.',
    noticedBy: ['http', 'handler'], instead: 'Compare what both stages serve.',
  },
  'base-path-added': {
    level: 'cosmetic', when: 'A custom domain leads to the API at another base path.', why: 'Nobody called it there.', noticedBy: ['typed'],
  },
  'web-acl-removed': {
    level: 'security', when: 'A stage has no web ACL (AWS WAF) any more, or another one.', why: 'Requests reach the API that were refused.',
    noticedBy: ['http'], instead: 'Compare the rules of both web ACLs first.',
  },
  'web-acl-added': {
    level: 'behavior', when: 'A stage has a web ACL (AWS WAF).', why: 'Requests that its rules refuse get 403.', noticedBy: ['http'],
    instead: 'Let its rules count for a while before they refuse.',
  },
}, ({ declared: [before, after] }) => {
  if (before === undefined || after === undefined) return [];
  return [...defaultEndpoint(before, after), ...domains(before, after), ...webAcls(before, after)];
});

const DEFAULT = { subject: 'default endpoint' };

function defaultEndpoint(before: DeclaredParts, after: DeclaredParts): Hit<Code>[] {
  const [then, now] = [before.isDefaultEndpointClosed, after.isDefaultEndpointClosed];
  const isSwitched = then !== undefined && now !== undefined && then !== now;
  const text = (isClosed: boolean | undefined): string => (isClosed === true ? 'disabled' : 'enabled');
  const rule = now === true ? 'default-endpoint-disabled' : 'default-endpoint-enabled';
  return [
    ...hitIf(isSwitched, { ...DEFAULT, rule, before: text(then), after: text(now) }),
    ...tls(DEFAULT.subject, before.defaultEndpointTls, after.defaultEndpointTls),
  ];
}

function domains(before: DeclaredParts, after: DeclaredParts): Hit<Code>[] {
  return changedEntries(before.domains, after.domains).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    const subject = `domain ${name}`;
    const connections = then === undefined || now === undefined ? [] : [...tls(subject, then.tls, now.tls), ...mutual(subject, then, now)];
    return [...basePaths(subject, then, now), ...connections];
  });
}

function basePaths(subject: string, before: DeclaredDomain | undefined, after: DeclaredDomain | undefined): Hit<Code>[] {
  return changedEntries(before?.basePaths, after?.basePaths).map(({ name, before: then, after: now }): Hit<Code> => {
    const rule = now === undefined ? 'base-path-removed' : then === undefined ? 'base-path-added' : 'base-path-retargeted';
    return { rule, subject, part: `base path ${name}`, before: then, after: now };
  });
}

function webAcls(before: DeclaredParts, after: DeclaredParts): Hit<Code>[] {
  return changedEntries(before.webAcls, after.webAcls).map(({ name, ...sides }): Hit<Code> =>
    ({ rule: sides.before === undefined ? 'web-acl-added' : 'web-acl-removed', subject: `stage ${name}`, part: 'web ACL', ...sides }));
}

/** TLS 1.0 is what a policy stands for that says nothing of it: with a name, clients may lose what they had. */
const OLDEST = 10;

/** The earliest version that a policy allows: `TLS_1_2`, `SecurityPolicy_TLS13_1_2_2021_06`, `SecurityPolicy_TLS12_2018_EDGE`. */
function versionOf(policy: string | undefined): number {
  const [, major, minor] = /TLS(?:1\d)?_(1)_(\d)(?!\d)/.exec(policy ?? '') ?? /TLS(1)(\d)_/.exec(policy ?? '') ?? [];
  return major === undefined ? OLDEST : Number(`${major}${minor ?? ''}`);
}

function tls(subject: string, before: string | undefined, after: string | undefined): Hit<Code>[] {
  if (before === after) return [];
  const [then, now] = [versionOf(before), versionOf(after)];
  const hit = { subject, part: 'TLS', before: before ?? 'default', after: after ?? 'default' };
  if (now < then) return [{ ...hit, rule: 'tls-weakened' }];
  return [{ ...hit, rule: 'tls-raised', ...(now === then ? { level: 'behavior' as const, why: 'Clients that have none of its cipher suites cannot connect.' } : {}) }];
}

function mutual(subject: string, { isMutual: then = false }: DeclaredDomain, { isMutual: now = false }: DeclaredDomain): Hit<Code>[] {
  const rule = now ? 'client-certificate-required' : 'client-certificate-dropped';
  return hitIfChanged({ rule, subject, part: 'mutual TLS', before: then, after: now });
}
