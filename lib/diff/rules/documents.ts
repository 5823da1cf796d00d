import { changedEntries, isSame, without } from '../compare-values';
import { family, hitIf, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';

type Code = 'declared-security-added' | 'declared-security-opened' | 'callback-changed' | 'callback-added' | 'discriminator-changed' | 'server-removed' | 'server-added';

/** Parts of OpenAPI documents that API Gateway does not read. */
export const documents = family<Code>({
  'declared-security-added': {
    level: 'breaking', when: 'A document asks callers for other or more credentials, for which API Gateway has no authorizer.',
    why: 'Callers that are let in by the former document are not by the new one.', noticedBy: ['http', 'typed'],
    instead: 'Add the new credentials as an alternative first.',
  },
  'declared-security-opened': {
    level: 'security', when: 'A document asks callers for fewer credentials, or for others as an alternative.',
    why: 'Callers are let in that were not.', noticedBy: ['http'], instead: 'Make sure that the backend asks for credentials.',
  },
  'callback-changed': {
    level: 'behavior', when: 'A callback is no longer described, or in other words.',
    why: 'Callers that wait for it may get none, or another request.', noticedBy: ['typed', 'handler'],
    instead: 'Send the former request as long as callers wait for it.',
  },
  'callback-added': { level: 'cosmetic', when: 'A callback is described.', why: 'Nobody waited for it.', noticedBy: ['typed'] },
  'discriminator-changed': {
    level: 'behavior', when: 'The variants of a body are told apart by another member, or by other values.',
    why: 'Generated clients read bodies as other variants.', noticedBy: ['typed'],
    instead: 'Keep the values; the names of schemas may change beside a mapping.',
  },
  'server-removed': {
    level: 'behavior', when: 'A URL is no longer in the servers of a document.',
    why: 'Generated clients call the others. API Gateway does not read it.', noticedBy: ['http', 'typed'],
    instead: 'Keep the URL as long as something answers there.',
  },
  'server-added': { level: 'cosmetic', when: 'A URL is new in the servers of a document.', why: 'Nobody called it.', noticedBy: ['typed'] },
}, (sides) => [...servers(sides), ...sides.pairs.flatMap((pair) => [...security(pair), ...callbacks(pair), ...discriminators(pair)])]);

function servers({ declared: [before, after] }: Sides): Hit<Code>[] {
  const [then, now] = [before?.document?.servers, after?.document?.servers];
  if (then === undefined || now === undefined) return [];
  return [
    ...without(then, now).map((url): Hit<Code> => ({ rule: 'server-removed', subject: 'API', part: 'servers', before: url, after: undefined })),
    ...without(now, then).map((url): Hit<Code> => ({ rule: 'server-added', subject: 'API', part: 'servers', before: undefined, after: url })),
  ];
}

/** Credentials that an authorizer or a key checks have rules of their own. */
function security({ subject, before: { method: was }, after: { method: is }, described: [before, after] }: Pair): Hit<Code>[] {
  const [then, now] = [before.document?.security, after.document?.security];
  const isChecked = was.apiKeyRequired !== is.apiKeyRequired || !isSame(was.authorization, is.authorization);
  if (then === undefined || now === undefined || isChecked) return [];
  const hit = { subject, part: 'security', before: then, after: now };
  const isLetIn = (credentials: readonly string[], alternatives: readonly (readonly string[])[]): boolean =>
    alternatives.some((alternative) => without(alternative, credentials).length === 0);
  return [
    ...hitIf(!then.every((alternative) => isLetIn(alternative, now)), { ...hit, rule: 'declared-security-added' }),
    ...hitIf(!now.every((alternative) => isLetIn(alternative, then)), { ...hit, rule: 'declared-security-opened' }),
  ];
}

function callbacks({ subject, described: [before, after] }: Pair): Hit<Code>[] {
  if (before.document === undefined || after.document === undefined) return [];
  return changedEntries(before.document.callbacks, after.document.callbacks).map(({ name, ...sides }): Hit<Code> =>
    ({ rule: sides.before === undefined ? 'callback-added' : 'callback-changed', subject, part: `callback ${name}`, ...sides }));
}

/** Schemas that both sides have by name: those of bodies without a name are named after their methods. */
function discriminators({ subject, described: [before, after] }: Pair): Hit<Code>[] {
  const bodies = [['request', before.requestModels, after.requestModels] as const,
    ...Object.keys(before.methodResponses).map((status) =>
      [`response ${status}`, before.methodResponses[status]?.responseModels ?? {}, after.methodResponses[status]?.responseModels ?? {}] as const)];
  return bodies.flatMap(([part, then, now]) => Object.keys(then).flatMap((mediaType): Hit<Code>[] => {
    const [was, is] = [discriminatorsOf(before, then[mediaType]), discriminatorsOf(after, now[mediaType])];
    return now[mediaType] === undefined || isSame(was, is) ? [] : [{ rule: 'discriminator-changed', subject, part: `${part} ${mediaType}`, before: was, after: is }];
  }));
}

/** The discriminators of a body and of all that it refers to, without repetition. */
function discriminatorsOf({ document, responseSchemas: { models } }: Pair['described'][number], name: string | undefined): unknown[] {
  if (document === undefined || name === undefined) return [];
  const known = new Set<string>();
  const queue = [name];
  const texts = new Set<string>();
  for (const next of queue) {
    if (known.has(next)) continue;
    known.add(next);
    const text = JSON.stringify(models[next]?.schema ?? {}, (key, value: unknown) => {
      if (key === 'discriminator') texts.add(JSON.stringify(value));
      return value;
    });
    for (const [, model = ''] of text.matchAll(/\/models\/([A-Za-z0-9]+)"/g)) queue.push(model);
  }
  return [...texts].sort().map((text) => JSON.parse(text) as unknown);
}

/** Parts of a definition that are not here. */
export const unread = family({
  'unread-changed': {
    level: 'breaking',
    when: 'A part that cannot be read is another one, such as an OpenAPI document in S3 (DefinitionUri, BodyS3Location).',
    why: 'Nothing of it can be compared: it may have any routes.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'Keep the document beside the template, so that both sides can be read; or compare both documents, and accept the finding.',
  },
}, ({ declared: [before, after] }) => (before === undefined || after === undefined ? []
  : changedEntries(before.unread, after.unread).map(({ name, ...sides }): Hit<'unread-changed'> => ({ rule: 'unread-changed', subject: 'API', part: name, ...sides }))));
