import { describeIntegration, type IntegrationResponseSpec } from '../../spec';
import { changedEntries, isSame } from '../compare-values';
import { isWithoutBackend } from '../described';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair } from '../sides';

type Code =
  | 'response-template-changed' | 'request-template-changed' | 'request-mapping-changed' | 'response-mapping-changed' | 'selection-pattern-changed'
  | 'content-handling-changed';

/** Templates and mappings between HTTP and the backend. */
export const mappings = family<Code>({
  'response-template-changed': {
    level: 'behavior', when: 'A mapping template of a response has another text.', why: 'Bodies may have another form.',
    noticedBy: ['http', 'typed'], instead: 'Compare the output of both templates for recorded responses.',
  },
  'request-template-changed': {
    level: 'behavior', when: 'A mapping template of a request has another text.', why: 'The backend may receive something else.',
    noticedBy: ['handler'], instead: 'Deploy a backend that takes either form first.',
  },
  'request-mapping-changed': {
    level: 'behavior', when: 'A parameter of the backend\'s request comes from elsewhere, is new or is gone.',
    why: 'The backend may receive something else.', noticedBy: ['handler'], instead: 'Deploy a backend that takes either form first.',
  },
  'response-mapping-changed': {
    level: 'behavior', otherLevels: ['breaking'],
    when: 'A response header comes from elsewhere, is new or is gone; breaking where a declared header is lost.',
    why: 'Clients see another value, or none.', noticedBy: ['http', 'typed'],
    instead: 'Keep the header with its meaning, and add another one.',
  },
  'selection-pattern-changed': {
    level: 'behavior', when: 'An integration response is selected by another pattern, is new or is gone.',
    why: 'Errors of the backend arrive with another status.', noticedBy: ['http', 'typed'],
    instead: 'Add the new pattern before removing the old one.',
  },
  'content-handling-changed': {
    level: 'breaking', when: 'A payload is converted in another way (contentHandling).', why: 'Bytes arrive as text, or text as bytes.',
    noticedBy: ['http', 'handler'], instead: 'Change both sides in one release, or use another media type.',
  },
}, ({ pairs }) => pairs.flatMap((pair) => (isWithoutBackend(pair.described) ? [] : [...requests(pair), ...responses(pair)])));

function requests({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.integration, after.method.integration];
  if (then.type !== now.type) return []; // another kind of integration says all that
  const [was, is] = [describeIntegration(then), describeIntegration(now)];
  const [converted, converts] = [then, now]
    .map((integration) => ('contentHandling' in integration ? integration.contentHandling : undefined));
  return [
    ...changedEntries(was.requestTemplates, is.requestTemplates)
      .map(({ name, ...sides }): Hit<Code> =>
        ({ rule: 'request-template-changed', subject, part: `request template ${name}`, ...sides })),
    ...changedEntries(was.requestParameters, is.requestParameters)
      .filter(({ name }) => name !== INVOCATION_TYPE)
      .map(({ name, ...sides }): Hit<Code> =>
        ({ rule: 'request-mapping-changed', subject, part: name.replace('integration.request.', 'request ').replace('.', ' '),
          ...sides })),
    ...hitIfChanged({ rule: 'content-handling-changed', subject, part: 'request contentHandling', before: converted, after: converts }),
  ];
}

/** Calls of functions that do not wait have a rule of their own. */
export const INVOCATION_TYPE = 'integration.request.header.X-Amz-Invocation-Type';

function responses(pair: Pair): Hit<Code>[] {
  const [then, now] = [pair.before, pair.after].map(({ method }) => describeIntegration(method.integration).responses);
  if (then === undefined || now === undefined) return [];
  return changedEntries(byStatus(then), byStatus(now)).flatMap(({ name, before, after }): Hit<Code>[] => {
    const part = `response ${name}`;
    if (before === undefined || after === undefined) {
      return [{ rule: 'selection-pattern-changed', subject: pair.subject, part, before: patternOf(before), after: patternOf(after) }];
    }
    return responseHits(pair, part, [before, after]);
  });
}

/** Responses by status; several of one status are told apart by their order. */
function byStatus(responses: readonly IntegrationResponseSpec[]): Record<string, IntegrationResponseSpec> {
  const counts = new Map<string, number>();
  return Object.fromEntries(responses.map((response) => {
    const count = (counts.get(response.statusCode) ?? 0) + 1;
    counts.set(response.statusCode, count);
    return [count === 1 ? response.statusCode : `${response.statusCode} (${count})`, response];
  }));
}

function patternOf(response: IntegrationResponseSpec | undefined): unknown {
  return response === undefined ? undefined : response.selectionPattern ?? 'default';
}

function responseHits({ subject, after: { method } }: Pair, part: string,
  [before, after]: readonly [IntegrationResponseSpec, IntegrationResponseSpec]): Hit<Code>[] {
  const isDeclared = (name: string): boolean =>
    Object.values(method.methodResponses).some(({ responseParameters }) => Object.hasOwn(responseParameters, name));
  return [
    // a pattern may be the word that stands for none
    ...hitIf(before.selectionPattern !== after.selectionPattern,
      { rule: 'selection-pattern-changed', subject, part, before: patternOf(before), after: patternOf(after) }),
    ...hitIfChanged({ rule: 'content-handling-changed', subject, part, before: before.contentHandling, after: after.contentHandling }),
    ...templates(subject, part, [before, after]),
    ...changedEntries(before.responseParameters, after.responseParameters).map(({ name, ...sides }): Hit<Code> => ({
      rule: 'response-mapping-changed', subject, part: `${part} header ${name.replace('method.response.header.', '')}`, ...sides,
      level: sides.after === undefined && isDeclared(name) ? 'breaking' : undefined,
    })),
  ];
}

/** The first template answers clients that accept none of the types, so the order counts. */
function templates(subject: string, part: string,
  [before, after]: readonly [IntegrationResponseSpec, IntegrationResponseSpec]): Hit<Code>[] {
  const [then, now] = [before.responseTemplates, after.responseTemplates];
  const changed = changedEntries(then, now)
    .map(({ name, ...sides }): Hit<Code> => ({ rule: 'response-template-changed', subject, part: `${part} template ${name}`, ...sides }));
  const [first, next] = [Object.keys(then), Object.keys(now)];
  if (changed.length > 0 || isSame(first, next)) return changed;
  return [{ rule: 'response-template-changed', subject, part: `${part} templates`, before: first, after: next,
    why: 'The first template answers clients that accept none of the media types.' }];
}
