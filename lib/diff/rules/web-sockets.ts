import { describeIntegration } from '../../spec';
import { family, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';

type Code = 'route-selection-changed' | 'route-response-removed' | 'route-response-added' | 'message-model-selection-changed' | 'message-template-selection-changed';

/** WebSocket APIs: the parts of a definition that other APIs do not have. */
export const webSockets = family<Code>({
  'route-selection-changed': {
    level: 'breaking', when: 'Another part of a message names its route.', why: 'Messages of today reach other routes, or $default.',
    noticedBy: ['http', 'typed'], instead: 'Send both parts first, and change the expression when all clients do.',
  },
  'route-response-removed': {
    level: 'breaking', when: 'A route has no route response any more.', why: 'Clients that wait for an answer get none.',
    noticedBy: ['http', 'typed'], instead: 'Let clients stop to wait for it first.',
  },
  'route-response-added': {
    level: 'behavior', when: 'A route has a route response now.', why: 'Clients get a message that they did not get before.',
    noticedBy: ['http', 'typed'], instead: 'Let clients ignore messages that they do not know.',
  },
  'message-model-selection-changed': {
    level: 'behavior', when: 'Another part of a message names its model, or messages are validated now, or no longer.',
    why: 'Messages that passed may be refused, or the other way round.', noticedBy: ['http', 'typed'],
    instead: 'Keep the models of both keys for a time.',
  },
  'message-template-selection-changed': {
    level: 'behavior', when: 'Another part of a message names its template.',
    why: 'Backends get another request, or clients another answer.', noticedBy: ['http', 'handler'],
    instead: 'Keep the templates of both keys for a time.',
  },
}, (sides) => [...selection(sides), ...sides.pairs.flatMap(route)]);

function selection({ before, after }: Sides): Hit<Code>[] {
  const [then, now] = [before.api.routeSelectionExpression, after.api.routeSelectionExpression];
  // another kind of API is a finding of its own
  if (then === undefined || now === undefined) return [];
  return hitIfChanged({ rule: 'route-selection-changed', subject: 'API', part: 'routeSelectionExpression', before: then, after: now });
}

function route({ subject, before, after }: Pair): Hit<Code>[] {
  const [answered, answers] = [before, after].map(({ method }) => method.hasRouteResponse === true);
  const [model, next] = [before, after].map(({ method }) => method.modelSelectionExpression);
  const rule = answers === true ? 'route-response-added' : 'route-response-removed';
  return [
    ...hitIfChanged({ rule, subject, part: 'route response', before: answered, after: answers }),
    ...hitIfChanged({ rule: 'message-model-selection-changed', subject, part: 'model', before: model, after: next }),
    ...templates(subject, templateSelections(before), templateSelections(after)),
  ];
}

/** The expressions by what they select: the template of the request, and that of each response. */
function templateSelections({ method: { integration } }: Pair['before']): Expressions {
  const request = 'templateSelectionExpression' in integration ? integration.templateSelectionExpression : undefined;
  const responses = (describeIntegration(integration).responses ?? [])
    .map(({ selectionPattern = '$default', templateSelectionExpression }) => [`response ${selectionPattern}`, templateSelectionExpression] as const);
  return new Map([['request', request], ...responses]);
}

type Expressions = ReadonlyMap<string, string | undefined>;

function templates(subject: string, then: Expressions, now: Expressions): Hit<Code>[] {
  return [...then].filter(([part, expression]) => now.has(part) && now.get(part) !== expression)
    .map(([part, before]) => ({ rule: 'message-template-selection-changed', subject, part: `${part} template`, before, after: now.get(part) }));
}
