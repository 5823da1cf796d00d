import { catalogRows } from '../catalog-row';

/** API keys, usage plans, throttling and quotas: errors of definitions and rejected requests. */
export const USAGE_ERRORS = /* @__PURE__ */ catalogRows('definition', {
  QUOTA_OFFSET_INVALID: {
    message: 'the quota\'s offset is {given}; for a period of one {period} it is at most {max}',
    help: 'The offset is the number of days by which the period starts later: 0 for DAY, 0 to 6 for WEEK, 0 to 27 for MONTH.',
  },
  USAGE_PLANS_OVERLAP: {
    message: 'API key "{key}" already has access to stage "{stage}" through usage plan "{other}"',
    help: 'A key can be in one usage plan per stage. Remove the key or the stage from one of the two plans.',
  },
  USAGE_PLAN_METHOD_OF_OTHER_API: {
    message: 'the throttle for method {method} is set on stage "{stage}" of {api}, which does not have that method',
    help: 'Set the throttle where the plan has a stage of the method\'s own API.',
  },
  USAGE_PLAN_WITHOUT_API: {
    message: 'the usage plan has no stage and is not declared below an API, so no API has it',
    help: 'Add a stage with plan.addApiStage({ stage }), or declare the plan with api.addUsagePlan(id).',
  },
  TOO_MANY_PLANS_OF_KEY: {
    message: 'the key is in {given} usage plans; expected at most {max}',
    help: 'Put several stages into one plan, or use several keys.',
  },
  TOO_MANY_USAGE_PLANS: {
    message: '{given} usage plans; AWS allows {max} for all APIs of a region together',
    help: 'Ask AWS to raise the quota before you deploy.',
  },
  TOO_MANY_API_KEYS: {
    message: '{given} API keys; AWS allows {max} for all APIs of a region together',
    help: 'Ask AWS to raise the quota before you deploy.',
  },
  API_KEY_VALUE_REPEATED: {
    message: 'the key has the same value as API key "{other}"',
    help: 'Give each key its own value, or remove one of them.',
  },
  METHOD_SETTING_UNUSED: {
    message: 'no method matches "{key}", so this setting has no effect',
    help: 'Use the resource path, a slash and the method as declared: /pets/{id}/GET; //GET for the root; ANY if the method is declared as ANY.',
  },
  RATE_EXCEEDED: {
    kind: 'request', gatewayResponse: 'THROTTLED',
    message: '{limit} exceeded: {rate} a second, bursts of {burst}',
    help: 'Send fewer requests a second, or raise the limit in the definition.',
  },
  QUOTA_EXCEEDED: {
    kind: 'request', gatewayResponse: 'QUOTA_EXCEEDED',
    message: 'API key "{key}" has made the {limit} requests that usage plan "{plan}" allows in one {period}; the next begins at {next}',
    help: 'Wait for the next period, or raise the quota of the usage plan.',
  },
  PRIMARY_UNREACHABLE: {
    kind: 'request', gatewayResponse: 'DEFAULT_5XX',
    message: 'the primary process of the gateway, which keeps limits and events, did not answer in time ({request})',
    help: 'A request that cannot be counted is rejected. Find out what blocks the primary: CPU, a stopped terminal, or a hanging disk.',
  },
  QUOTA_UNAVAILABLE: {
    kind: 'request', gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'the store that counts requests of API key "{key}" against the quota of usage plan "{plan}" does not answer',
    help: 'Requests with a quota pass again when the store answers. With --store-quota open they pass meanwhile and are counted later.',
  },
  STORE_CLIENT_MISSING: {
    kind: 'command',
    message: 'the option store needs the package ioredis, which is not installed in {directory}',
    help: 'npm install ioredis',
  },
  STORE_REFUSED: {
    kind: 'command',
    message: 'the store {store} refuses this gateway: {reason}',
    help: 'Check the user, the password, the database and the certificate in the URL of --store, and that the user may run EVAL and EVALSHA on keys that '
      + 'begin with synthgate:',
  },
  STORE_AWAY: {
    kind: 'state',
    message: 'the store {store} does not answer: {reason}; until it does, {meanwhile}',
    help: 'Nothing to do for a restart of the store. Otherwise see whether it runs, and whether this machine reaches it.',
  },
});
