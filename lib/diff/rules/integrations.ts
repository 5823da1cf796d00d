import { describeIntegration, type IntegrationSpec } from '../../spec';
import { isSame, own, sharedEntries } from '../compare-values';
import { isWithoutBackend } from '../described';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';
import { INVOCATION_TYPE } from './mappings';

type Code =
  | 'timeout-lowered' | 'limit-raised' | 'function-limit-lowered' | 'integration-retargeted' | 'integration-kind-changed' | 'integration-made-async'
  | 'integration-made-sync' | 'integration-unavailable' | 'integration-available' | 'unavailable-changed' | 'integration-plaintext' | 'integration-role-changed' | 'mock-status-changed'
  | 'transfer-mode-changed';

/** Backends of methods, and the limits of functions. */
export const integrations = family<Code>({
  'timeout-lowered': {
    level: 'behavior', when: 'A method waits for its backend for a shorter time.', why: 'Slow calls get 504.', noticedBy: ['http'],
    instead: 'Compare with the slowest calls in the metrics first.',
  },
  'limit-raised': {
    level: 'cosmetic', when: 'A time-out or a limit of a function is higher.', why: 'Calls that failed may succeed.',
    noticedBy: ['handler'],
  },
  'function-limit-lowered': {
    level: 'behavior', when: 'A function has less time, memory or concurrency.', why: 'Calls may fail with 502 or 429 under load.',
    noticedBy: ['http', 'handler'], instead: 'Compare with the peaks in the metrics first.',
  },
  'integration-retargeted': {
    level: 'behavior', when: 'Another function, host or action is called.', why: 'Something else answers.', noticedBy: ['http', 'handler'],
    instead: 'Send part of the traffic there first: a canary, or an alias with weights.',
  },
  'integration-kind-changed': {
    level: 'behavior', when: 'The integration is of another kind, such as mapped instead of proxy.',
    why: 'The backend gets another event, and its answer is read differently.', noticedBy: ['http', 'handler'],
    instead: 'Change it together with the handler.',
  },
  'integration-made-async': {
    level: 'breaking', when: 'A function is called asynchronously (X-Amz-Invocation-Type: Event).',
    why: 'Callers get an empty answer at once.', noticedBy: ['http', 'typed'], instead: 'Add a route for the asynchronous call.',
  },
  'integration-made-sync': {
    level: 'behavior', when: 'A function is called synchronously that was called asynchronously.',
    why: 'Callers wait for its answer, and see its errors.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'Add a route for the synchronous call.',
  },
  'integration-unavailable': {
    level: 'breaking', when: 'A method or its function cannot be called in the new definition.', why: 'Every call gets 501.',
    noticedBy: ['http'], instead: 'See the reason; `synthgate import` lists them.',
  },
  'integration-available': {
    level: 'cosmetic', when: 'A method that could not be called can be.', why: 'It answered 501.', noticedBy: ['http'],
  },
  'unavailable-changed': {
    level: 'breaking', otherLevels: ['security'],
    when: 'A method that cannot be called here on either side is another one; security if who may call it is not named any more.',
    why: 'What it does on AWS cannot be compared.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'See the reasons; `synthgate import` lists them. Give the values that are known only after deployment (--token-value).',
  },
  'integration-plaintext': {
    level: 'security', when: 'A backend is called over http instead of https.', why: 'Requests and credentials can be read on the way.',
    noticedBy: ['handler'], instead: 'Keep https.',
  },
  'integration-role-changed': {
    level: 'security', when: 'API Gateway calls the backend with other credentials.', why: 'Calls may reach more, or be refused.',
    noticedBy: ['handler'], instead: 'Compare the policies of both roles.',
  },
  'mock-status-changed': {
    level: 'breaking', when: 'A mock answers with another status.', why: 'Clients that compare the status fail.',
    noticedBy: ['http', 'typed'], instead: 'Add a route with the new status.',
  },
  'transfer-mode-changed': {
    level: 'behavior', when: 'A response is streamed, or no longer.',
    why: 'Clients get the first bytes sooner or later, and other limits apply.', noticedBy: ['http', 'handler'],
    instead: 'Add a route for streams.',
  },
}, (sides) => [...sides.pairs.flatMap((pair) => methodHits(pair, sides)), ...functionHits(sides)]);

function methodHits(pair: Pair, sides: Sides): Hit<Code>[] {
  const [before, after] = [pair.before.method.integration, pair.after.method.integration];
  if (isSame(before, after) || isWithoutBackend(pair.described)) return availability(pair, sides);
  return [...availability(pair, sides), ...unavailability(pair), ...targets(pair), ...asynchronous(pair), ...numbers(pair), ...mocks(pair)];
}

/** The reasons why a method cannot be called: its own, and that of its function, whose code may be elsewhere on both sides. */
function unavailableIn({ integration }: { readonly integration: IntegrationSpec }, { functions }: Sides['before']) {
  const { unavailable, functions: called } = describeIntegration(integration);
  return { ofMethod: unavailable,
    ofFunction: called.map((name) => own(functions, name)?.unavailable).find((reason) => reason !== undefined) };
}

function availability({ subject, before, after }: Pair, sides: Sides): Hit<Code>[] {
  const [was, is] = [unavailableIn(before.method, sides.before), unavailableIn(after.method, sides.after)];
  const holder = was.ofMethod === undefined && is.ofMethod === undefined ? 'ofFunction' : 'ofMethod';
  const [then, now] = [was[holder], is[holder]];
  if ((then === undefined) === (now === undefined)) return [];
  const rule = now === undefined ? 'integration-available' : 'integration-unavailable';
  return [{ rule, subject, part: 'integration', before: then ?? 'available', after: now ?? 'available' }];
}

/** Methods that are answered with 501 on both sides, for the same reason or another one. */
function unavailability({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.integration, after.method.integration];
  if (then.type !== 'unavailable' || now.type !== 'unavailable') return [];
  const [was, is] = [then, now].map(({ reason, target, declared }) => ({ reason, target, ...declared }));
  const isOpened = then.declared?.authorizationType !== undefined && now.declared?.authorizationType === undefined;
  const level = isOpened ? 'security' : undefined;
  return hitIfChanged({ rule: 'unavailable-changed', subject, part: 'integration', before: was, after: is, level });
}

function targetOf(integration: IntegrationSpec): unknown {
  const { uri, target } = describeIntegration(integration);
  const members: Readonly<Record<string, unknown>> = integration; // any kind's members
  const { httpMethod, action, actionParameters, region, subdomain, path, service, vpcLink, serverNameToVerify } = members;
  return { target, uri, httpMethod, action, actionParameters, region, subdomain, path, service, vpcLink, serverNameToVerify };
}

function targetText(integration: IntegrationSpec): string {
  return describeIntegration(integration).target ?? integration.type;
}

function targets({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.integration, after.method.integration];
  const [uri, nextUri] = [describeIntegration(then).uri, describeIntegration(now).uri];
  const [role, nextRole] = [then, now].map((integration) => ('credentials' in integration ? integration.credentials : undefined));
  const isUnavailable = [then, now].some(({ type }) => type === 'unavailable');
  const isPlain = uri?.startsWith('https://') === true && nextUri?.startsWith('http://') === true;
  const isOther = then.type === now.type && then.type !== 'unavailable' && !isSame(targetOf(then), targetOf(now));
  const texts = targetText(then) === targetText(now) ? { before: targetOf(then), after: targetOf(now) }
    : { before: targetText(then), after: targetText(now) };
  return [
    ...hitIf(then.type !== now.type && !isUnavailable, { rule: 'integration-kind-changed', subject, part: 'integration',
      before: `${then.type} ${targetText(then)}`, after: `${now.type} ${targetText(now)}` }),
    ...hitIf(isOther, { rule: 'integration-retargeted', subject, part: 'integration', ...texts }),
    ...hitIf(isPlain, { rule: 'integration-plaintext', subject, part: 'integration uri', before: uri, after: nextUri }),
    ...hitIfChanged({ rule: 'integration-role-changed', subject, part: 'integration credentials', before: role, after: nextRole }),
  ];
}

function asynchronous({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before, after]
    .map(({ method }) => own(describeIntegration(method.integration).requestParameters, INVOCATION_TYPE));
  const rule = now?.includes('Event') === true ? 'integration-made-async' : 'integration-made-sync';
  return hitIfChanged({ rule, subject, part: 'X-Amz-Invocation-Type', before: then, after: now });
}

function numbers({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.integration, after.method.integration];
  const [timeout, next] = [describeIntegration(then).timeoutMs, describeIntegration(now).timeoutMs];
  const limit = { subject, part: 'integration timeoutMs' };
  const [mode, nextMode] = [then, now].map((integration) => (describeIntegration(integration).isStream ? 'STREAM' : 'BUFFERED'));
  return [
    ...(timeout === undefined || next === undefined ? []
      : hitIfChanged({ ...limit, rule: next < timeout ? 'timeout-lowered' : 'limit-raised', before: timeout, after: next })),
    ...hitIf(mode !== nextMode && then.type === now.type,
      { rule: 'transfer-mode-changed', subject, part: 'responseTransferMode', before: mode, after: nextMode }),
  ];
}

function statusesOf(integration: IntegrationSpec): string[] {
  if (integration.type !== 'mock') return [];
  const { requestTemplates, responses } = describeIntegration(integration);
  const named = Object.values(requestTemplates)
    .flatMap((text) => [...text.matchAll(/"statusCode"\s*:\s*"?(\d{3})/g)].map(([, status = '']) => status));
  return [...new Set(named.length > 0 ? named
    : (responses ?? []).filter(({ selectionPattern }) => selectionPattern === undefined).map(({ statusCode }) => statusCode))].sort();
}

function mocks({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [statusesOf(before.method.integration), statusesOf(after.method.integration)];
  if (then.length === 0 || now.length === 0) return [];
  return hitIfChanged({ rule: 'mock-status-changed', subject, part: 'mock status', before: then, after: now });
}

const FUNCTION_LIMITS = ['timeoutMs', 'memoryMiB', 'maxInstances', 'concurrency'] as const;

function functionHits({ before, after }: Sides): Hit<Code>[] {
  return sharedEntries(before.functions, after.functions).flatMap(({ name, ...sides }) => FUNCTION_LIMITS.flatMap((limit) => {
    const [then, now] = [sides.before[limit], sides.after[limit]];
    const rule = now < then ? 'function-limit-lowered' : 'limit-raised';
    return hitIfChanged({ rule, subject: `function ${name}`, part: limit, before: then, after: now });
  }));
}
