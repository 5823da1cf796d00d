import { family } from '../rule';

/** Whole APIs of a project; `diffApis` finds them, as no single definition has them. */
export const apis = family<'api-removed' | 'api-added'>({
  'api-removed': {
    level: 'breaking', when: 'An API is gone.', why: 'All of its URLs stop answering.', noticedBy: ['http', 'typed'], instead: 'Keep it until nobody calls it.',
  },
  'api-added': { level: 'cosmetic', when: 'An API is new.', why: 'Nobody called it.', noticedBy: ['http'], instead: 'Nothing to do.' },
}, () => []);
