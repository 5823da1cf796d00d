import { changedEntries } from '../compare-values';
import { family, type Hit } from '../rule';

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
