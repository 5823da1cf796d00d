import type { Family, Rule } from '../rule';
import { api } from './api';
import { authorization } from './authorization';
import { authorizers } from './authorizers';
import { caching } from './caching';
import { cors } from './cors';
import { gatewayResponses } from './gateway-responses';
import { integrations } from './integrations';
import { keys } from './keys';
import { mappings } from './mappings';
import { policy } from './policy';
import { requestBody } from './request-body';
import { responseBody } from './response-body';
import { routes } from './routes';
import { stages } from './stages';
import { texts } from './texts';
import { throttling } from './throttling';
import { validation } from './validation';

/** Version of the rules. A rule that is added, removed or has another level makes a new one, as gates that pass today may fail then. */
export const RULE_SET = 'synthgate/1';

/** The rules of each protocol, by what they are about. */
export const FAMILIES = {
  rest: [
    routes, validation, requestBody, responseBody, mappings, authorization, authorizers, keys, policy, throttling, integrations, stages,
    caching, cors,
    gatewayResponses, api, texts,
  ] as readonly Family[],
};

/** The protocols that definitions may have. */
export type Protocol = keyof typeof FAMILIES;

/** Every rule by its code. */
export const RULES: Readonly<Record<string,
  Rule>> = Object.assign({}, ...Object.values(FAMILIES).flat().map(({ rules }) => rules)) as Readonly<Record<string,
  Rule>>; // tables of rules
