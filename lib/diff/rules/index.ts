import type { Family, Rule } from '../rule';
import { api, apis } from './api';
import { authorization } from './authorization';
import { authorizers } from './authorizers';
import { caching } from './caching';
import { cors } from './cors';
import { documents, unread } from './documents';
import { endpoints } from './endpoints';
import { gatewayResponses } from './gateway-responses';
import { httpApis } from './http-apis';
import { integrations } from './integrations';
import { keys } from './keys';
import { mappings } from './mappings';
import { parameters } from './parameters';
import { policy } from './policy';
import { requestBody } from './request-body';
import { responseBody } from './response-body';
import { routes } from './routes';
import { stages } from './stages';
import { texts } from './texts';
import { throttling } from './throttling';
import { validation } from './validation';
import { webSockets } from './web-sockets';

/** Version of the rules. A rule that is added, removed or has another level makes a new one, as gates that pass today may fail then. */
export const RULE_SET = 'synthgate/1';

/** The rules of every kind of API; those about parts that a kind does not have find nothing there. */
export const FAMILIES: readonly Family[] = [
  routes, validation, parameters, requestBody, responseBody, mappings, authorization, authorizers, keys, policy, throttling,
  integrations, stages, caching, cors, gatewayResponses, api, apis, endpoints, unread, documents, texts, httpApis, webSockets,
];

export const RULES: Readonly<Record<string, Rule>> = Object.fromEntries(FAMILIES.flatMap(({ rules }) => Object.entries(rules)));
