import { GATEWAY_RESPONSE_DEFAULTS, type GatewayResponseSpec, type GatewaySpec } from '../../spec';
import { changedEntries } from '../compare-values';
import { family, hitIfChanged, type Hit } from '../rule';

type Code = 'gateway-response-status' | 'gateway-response-body' | 'gateway-response-header-removed' | 'gateway-response-header-changed';

/** Answers that the gateway gives itself: 401, 403, 429, 504 and others. */
export const gatewayResponses = family<Code>({
  'gateway-response-status': {
    level: 'breaking', when: 'A gateway response has another status.',
    why: 'Clients that compare the status, or retry on it, behave differently.', noticedBy: ['http', 'typed'],
    instead: 'Keep the status, and say more in the body.',
  },
  'gateway-response-body': {
    level: 'behavior', when: 'A gateway response has another template.', why: 'Clients that read the error see something else.',
    noticedBy: ['http', 'typed'], instead: 'Add members, and keep the former ones.',
  },
  'gateway-response-header-removed': {
    level: 'behavior', otherLevels: ['breaking'], when: 'A gateway response loses a header; breaking for Access-Control-Allow-Origin.',
    why: 'Clients no longer see it.', noticedBy: ['http'], instead: 'Keep the header.',
  },
  'gateway-response-header-changed': {
    level: 'behavior', when: 'A header of a gateway response is new, or has another value.', why: 'Clients see another value.',
    noticedBy: ['http'], instead: 'Keep the value for clients that compare it.',
  },
}, ({ before, after }) => types(before, after));

const TYPES = Object.keys(GATEWAY_RESPONSE_DEFAULTS) as (keyof typeof GATEWAY_RESPONSE_DEFAULTS)[]; // the keys of the table

interface Effective extends Pick<GatewayResponseSpec, 'responseParameters' | 'responseTemplates'> {
  /** @default - that of each type that it applies to */
  readonly statusCode: string | undefined;
}

/** The response of a type: its own, which inherits nothing, or that of DEFAULT_4XX and DEFAULT_5XX with the status of the type. */
function effective({ gatewayResponses: all }: GatewaySpec, type: (typeof TYPES)[number]): Effective {
  const { statusCode } = GATEWAY_RESPONSE_DEFAULTS[type];
  const own = all[type];
  const shared = all[statusCode >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX'];
  const { statusCode: given, responseParameters = {}, responseTemplates = {} } = own ?? shared ?? {};
  return { statusCode: given ?? (isDefault(type) ? undefined : String(statusCode)), responseParameters, responseTemplates };
}

function isDefault(type: string): boolean {
  return type.startsWith('DEFAULT_');
}

/** A change of a default is one finding, not one for each type that it applies to. */
function types(before: GatewaySpec, after: GatewaySpec): Hit<Code>[] {
  return TYPES.flatMap((type): Hit<Code>[] => {
    const isInherited = !isDefault(type) && before.gatewayResponses[type] === undefined && after.gatewayResponses[type] === undefined;
    if (isInherited) return [];
    return changes(`gateway response ${type}`, effective(before, type), effective(after, type));
  });
}

function changes(subject: string, before: Effective, after: Effective): Hit<Code>[] {
  const headers = changedEntries(before.responseParameters, after.responseParameters);
  const name = (key: string): string => key.replace('gatewayresponse.header.', '');
  return [
    ...hitIfChanged({ rule: 'gateway-response-status', subject, part: 'status', before: before.statusCode, after: after.statusCode }),
    ...hitIfChanged({ rule: 'gateway-response-body', subject, part: 'body', before: before.responseTemplates,
      after: after.responseTemplates }),
    ...headers.map(({ name: key, ...sides }): Hit<Code> => {
      const isForBrowsers = name(key).toLowerCase() === 'access-control-allow-origin';
      const hit = { subject, part: `header ${name(key)}`, ...sides };
      if (sides.after !== undefined) return { ...hit, rule: 'gateway-response-header-changed' };
      return { ...hit, rule: 'gateway-response-header-removed',
        ...(isForBrowsers ? { level: 'breaking' as const, why: 'Scripts of other origins see no error, only a failed request.' } : {}) };
    }),
  ];
}
