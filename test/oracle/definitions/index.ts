import { API } from './api';
import { CORS } from './cors';
import type { Definition } from './definition';
import { INTEGRATIONS } from './integrations';
import { METHODS } from './methods';
import { PLANS } from './plans';
import { RESOURCES } from './resources';
import { SERVICES } from './services';
import { STAGES } from './stages';
import { UNDERNEATH } from './underneath';

export type { Definition } from './definition';

/** Definitions that change single resources, of which a document has none. */
export const OF_RESOURCES: readonly Definition[] = UNDERNEATH;

/** All definitions that both libraries make the same API of. */
export const DEFINITIONS: readonly Definition[] = [
  ...RESOURCES,
  ...METHODS,
  ...INTEGRATIONS,
  ...SERVICES,
  ...CORS,
  ...API,
  ...STAGES,
  ...PLANS,
  ...UNDERNEATH,
];
