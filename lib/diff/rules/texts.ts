import type { MethodSpec } from '../../spec';
import { bodyComparison, isSameModel, sharedBodies } from '../bodies';
import { changedEntries, isSame, sharedEntries } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Sides } from '../sides';

type Code = 'text-changed' | 'operation-named';

/** Texts for people: descriptions, names, and what a model says beside its rules. */
export const texts = family<Code>({
  'text-changed': {
    level: 'cosmetic', when: 'A description or a name for people is different, or the words of a model.',
    why: 'Documents and generated clients have other texts.', noticedBy: ['typed'],
  },
  'operation-named': {
    level: 'cosmetic', when: 'A method has an operation name for the first time.', why: 'Generated clients get a name for it.',
    noticedBy: ['typed'],
  },
}, (sides) => [...names(sides), ...descriptions(sides), ...documentation(sides), ...models(sides), ...operations(sides)]);

function names({ before: { api: before }, after: { api: after } }: Sides): Hit<Code>[] {
  return (['name', 'description'] as const)
    .flatMap((part) => hitIfChanged({ rule: 'text-changed', subject: 'API', part, before: before[part], after: after[part] }));
}

const NODES = { stages: 'stage', apiKeys: 'API key', usagePlans: 'usage plan', models: 'model', functions: 'function' } as const;

function descriptions({ before, after }: Sides): Hit<Code>[] {
  return (Object.keys(NODES) as (keyof typeof NODES)[]).flatMap((nodes) => // the keys of the table
    sharedEntries<{ readonly description?: string | undefined }>(before[nodes], after[nodes])
      .flatMap(({ name, before: { description: then }, after: { description: now } }) =>
        hitIfChanged({ rule: 'text-changed', subject: `${NODES[nodes]} ${name}`, part: 'description', before: then, after: now })));
}

function documentation({ pairs }: Sides): Hit<Code>[] {
  return pairs.flatMap(({ subject, before: { method: before }, after: { method: after } }) => {
    const responses = sharedEntries(before.methodResponses, after.methodResponses)
      .map(({ name, before: then, after: now }) => ({ part: `methodResponses ${name} description`, before: then.description, after: now.description }));
    return [{ part: 'documentation', before: textsOf(before), after: textsOf(after) }, ...responses]
      .flatMap((text) => hitIfChanged({ rule: 'text-changed', subject, ...text }));
  });
}

/** The texts about a method; when it ends is not one of them. */
function textsOf({ documentation }: MethodSpec): object | undefined {
  const { sunset: _sunset, ...texts } = documentation ?? {};
  return Object.keys(texts).length === 0 ? undefined : texts;
}

/** Models that differ and take the same bodies. */
function models({ before, after }: Sides): Hit<Code>[] {
  const compare = bodyComparison();
  const sameNames = Object.fromEntries(changedEntries(before.models, after.models).map(({ name }) => [name, name]));
  return sharedBodies(
    Object.fromEntries(Object.entries(sameNames).filter(([name]) => before.models[name] !== undefined)),
    Object.fromEntries(Object.entries(sameNames).filter(([name]) => after.models[name] !== undefined)), [before, after],
  ).flatMap(({ mediaType: name, ...bodies }): Hit<Code>[] => {
    const [then, now] = [before.models[name], after.models[name]];
    const subject = `model ${name}`;
    const isAlike = !isSameModel(bodies) && compare(bodies.before, bodies.after).answer === 'contained'
      && compare(bodies.after, bodies.before).answer === 'contained';
    return [
      ...hitIfChanged({ rule: 'text-changed', subject, part: 'contentType', before: then?.contentType, after: now?.contentType }),
      ...hitIf(isAlike, { rule: 'text-changed', subject, part: 'schema', before: then?.schema, after: now?.schema }),
    ];
  });
}

function operations({ pairs }: Sides): Hit<Code>[] {
  return pairs.filter(({ before, after }) => before.method.operationName === undefined && after.method.operationName !== undefined
    && !isSame(before.method, after.method))
    .map(({ subject, after }): Hit<Code> =>
      ({ rule: 'operation-named', subject, part: 'operationName', before: undefined, after: after.method.operationName }));
}
