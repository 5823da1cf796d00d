import type { LocatedMethod } from '../../spec';
import { isSame } from '../compare-values';
import { sunsetOf } from '../described';
import { pathForm, SERVED_BY_ANY } from '../route-matching';
import { family, hitIf, type Hit } from '../rule';
import { isSameForm, type Fate, type Pair, type Sides } from '../sides';

type Code =
  | 'route-removed' | 'route-absorbed' | 'route-shadowed' | 'route-added' | 'any-narrowed' | 'greedy-narrowed' | 'path-parameter-renamed'
  | 'operation-renamed' | 'route-sunset' | 'route-removed-early' | 'sunset-announced' | 'sunset-postponed';

/** Routes: what answers the requests of each route now, and whose requests a new route takes. */
export const routes = family<Code>({
  'route-removed': {
    level: 'breaking', when: 'No route answers the requests of a route that was there.',
    why: 'Its callers get an error: 403 from a REST API, 404 from an HTTP API, an error frame from a WebSocket API.',
    noticedBy: ['http', 'typed'], instead: 'Keep the route, mark its operation as deprecated, and remove it when nobody calls it.',
  },
  'route-absorbed': {
    level: 'behavior', when: 'A less specific route, such as ANY /{proxy+}, answers the requests of a route.',
    why: 'Another integration decides what its callers get.', noticedBy: ['http', 'handler'],
    instead: 'Keep the route with its integration until the other one is known to answer alike.',
  },
  'route-shadowed': {
    level: 'breaking', otherLevels: ['behavior'], when: 'A new, more specific route takes requests that another one answered.',
    why: 'A value of a path parameter now means something else.', noticedBy: ['http', 'handler'],
    instead: 'Choose a path that no existing route answers.',
  },
  'route-added': {
    level: 'cosmetic', when: 'A route answers requests that nothing answered.', why: 'Nobody called it.', noticedBy: ['typed'],
  },
  'any-narrowed': {
    level: 'breaking', when: 'ANY became a list of methods.', why: 'Requests with the other methods get 403.', noticedBy: ['http'],
    instead: 'Look at the access log for the methods in use before leaving any out.',
  },
  'greedy-narrowed': {
    level: 'breaking', when: 'A greedy path parameter no longer takes several segments.', why: 'Requests to deeper paths get 403.',
    noticedBy: ['http'], instead: 'Keep the greedy route beside the new one.',
  },
  'path-parameter-renamed': {
    level: 'behavior', when: 'A path parameter has another name.',
    why: 'URLs stay; the event, mappings and generated clients have the new name.', noticedBy: ['typed', 'handler'],
    instead: 'Deploy a handler that reads both names first.',
  },
  'operation-renamed': {
    level: 'behavior', when: 'A method has another operation name.', why: 'Generated clients and tools of agents are named after it.',
    noticedBy: ['typed'], instead: 'Keep the name; describe the operation in its description.',
  },
  'route-sunset': {
    level: 'cosmetic', when: 'A route is removed after its sunset date.', why: 'The removal was announced.', noticedBy: ['http', 'typed'],
  },
  'route-removed-early': {
    level: 'breaking', when: 'A route is removed before its sunset date.', why: 'Its callers were told that they have more time.',
    noticedBy: ['http', 'typed'], instead: 'Wait for the date.',
  },
  'sunset-announced': {
    level: 'behavior', when: 'A route has a sunset date, or an earlier one.', why: 'Its callers have to leave it until then.',
    noticedBy: ['http', 'typed'], instead: 'Name the route that takes its place in its description.',
  },
  'sunset-postponed': {
    level: 'cosmetic', when: 'A route has a later sunset date, or none any more.', why: 'Its callers have more time.', noticedBy: ['typed'],
  },
}, (sides) => [...removed(sides), ...renamed(sides), ...lifetimes(sides), ...shadowed(sides), ...added(sides)]);

/** Routes that nothing answers any more, or not for all of their requests. */
function removed(sides: Sides): Hit<Code>[] {
  const byRoute = new Map<string, Fate[]>();
  for (const fate of sides.fates) byRoute.set(fate.subject, [...byRoute.get(fate.subject) ?? [], fate]);
  return [...byRoute].flatMap(([subject, fates]): Hit<Code>[] => {
    const lost = fates.filter(({ answers }) => answers.every((answer) => answer === undefined));
    const methods = fates.map(({ httpMethod }) => httpMethod);
    const [first] = fates;
    if (first !== undefined && lost.length === fates.length) return [removal(first, sides)];
    const kept = fates.filter((fate) => !lost.includes(fate));
    const shorter = kept.filter(({ answers }) => answers.some((answer) => answer === undefined));
    return [
      ...hitIf(lost.length > 0, { rule: 'any-narrowed', subject, before: methods, after: kept.map(({ httpMethod }) => httpMethod) }),
      ...hitIf(shorter.length > 0, { rule: 'greedy-narrowed', subject, before: shorter[0]?.before.path,
        after: shorter[0]?.answers.find((answer) => answer !== undefined)?.path }),
    ];
  });
}

function removal({ subject, before }: Fate, { declared, today }: Sides): Hit<Code> {
  const sunset = sunsetOf(before, declared[0]?.document);
  const rule = sunset === undefined || today === undefined ? 'route-removed' : sunset <= today ? 'route-sunset' : 'route-removed-early';
  return { rule, subject, before: sunset === undefined ? subject : { sunset }, after: undefined };
}

function lifetimes({ pairs, declared }: Sides): Hit<Code>[] {
  return pairs.flatMap(({ subject, before, after }): Hit<Code>[] => {
    const [then, now] = [sunsetOf(before, declared[0]?.document), sunsetOf(after, declared[1]?.document)];
    if (then === now || !isSameForm({ before, after })) return [];
    const isSooner = now !== undefined && (then === undefined || now < then);
    return [{ rule: isSooner ? 'sunset-announced' : 'sunset-postponed', subject, part: 'sunset', before: then, after: now }];
  });
}

function renamed({ pairs }: Sides): Hit<Code>[] {
  return pairs.flatMap(({ subject, before, after }): Hit<Code>[] => {
    const isOther = pathForm(before.path) !== pathForm(after.path);
    const [then, now] = [before.method.operationName, after.method.operationName];
    return [
      ...(isOther ? absorbed({ subject, before, after }) : []),
      ...hitIf(!isOther && before.path !== after.path,
        { rule: 'path-parameter-renamed', subject, before: before.path, after: after.path }),
      ...hitIf(!isOther && then !== undefined && then !== now, { rule: 'operation-renamed', subject, before: then, after: now }),
    ];
  });
}

/** A less specific route takes over; a more specific one is named as the one that shadows. */
function absorbed({ subject, before, after }: Pick<Sides['pairs'][number], 'subject' | 'before' | 'after'>): Hit<Code>[] {
  const isAbsorbed = !before.path.endsWith('+}') || after.path.endsWith('+}');
  return hitIf(isAbsorbed, { rule: 'route-absorbed', subject, before: `${before.httpMethod} ${before.path}`,
    after: `${after.httpMethod} ${after.path}` });
}

/** New routes whose requests another route answered. */
function shadowed({ routesBefore, routesAfter, pairs, deepest }: Sides): Hit<Code>[] {
  const byAnswer = new Map<LocatedMethod, Pair[]>();
  for (const pair of pairs) {
    byAnswer.set(pair.after, [...byAnswer.get(pair.after) ?? [], pair]);
  }
  return routesAfter.methods.flatMap((located): Hit<Code>[] => {
    const methods = located.httpMethod === 'ANY' ? SERVED_BY_ANY : [located.httpMethod];
    const [sample = ''] = routesAfter.samples(located.path, deepest);
    const formers = new Set(methods.filter((method) => routesAfter.answer(method, sample) === located)
      .map((method) => routesBefore.answer(method, sample)));
    const isLeft = (former: LocatedMethod): boolean => routesAfter.methods.some(({ path, httpMethod }) =>
      pathForm(path) === pathForm(former.path) && httpMethod === former.httpMethod);
    // a route that took over is compared with the former one
    const tookOver = (former: LocatedMethod): boolean =>
      byAnswer.get(located)?.some((pair) => isSameForm(pair) || (pair.before === former && !isLeft(former))) === true;
    return [...formers].flatMap((former) => (former === undefined || pathForm(former.path) === pathForm(located.path) || tookOver(former)
      ? [] : [shadow(former, located)]));
  });
}

function shadow(former: LocatedMethod, located: LocatedMethod): Hit<Code> {
  const isAlike = isSame(former.method, located.method);
  return {
    rule: 'route-shadowed', subject: `${former.httpMethod} ${former.path}`, before: `${former.httpMethod} ${former.path}`,
    after: `${located.httpMethod} ${located.path}`, level: isAlike ? 'behavior' : undefined,
    why: isAlike ? 'The same method answers, with another resource and other path parameters in the event.' : undefined,
  };
}

function added({ routesBefore, routesAfter, deepest }: Sides): Hit<Code>[] {
  return routesAfter.methods.flatMap((located): Hit<Code>[] => {
    const methods = located.httpMethod === 'ANY' ? SERVED_BY_ANY : [located.httpMethod];
    const isNew = routesAfter.samples(located.path, deepest).some((sample) =>
      methods.some((method) => routesAfter.answer(method, sample) === located && routesBefore.answer(method, sample) === undefined));
    return hitIf(isNew, { rule: 'route-added', subject: `${located.httpMethod} ${located.path}`, before: undefined, after: located.path });
  });
}
