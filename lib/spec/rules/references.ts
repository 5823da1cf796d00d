import { issue } from '../../errors';
import { describeIntegration } from '../integrations';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** Referenced functions, stages and keys exist. */
export const referencesRule: Rule = (spec) => [
  ...methodsOf(spec).flatMap(({ location, method }) => describeIntegration(method.integration).functions
    .filter((name) => !name.includes('${') && !Object.hasOwn(spec.functions, name))
    .map((name) => issue('REFERENCE_UNRESOLVED', location, { what: 'function', name }))),
  ...Object.entries(spec.usagePlans).flatMap(([plan, { stages, keys }]) => [
    ...Object.keys(stages).filter((name) => !Object.hasOwn(spec.stages, name)).map((name) => issue('REFERENCE_UNRESOLVED', `${spec.api.name}/usage plan ${plan}`, { what: 'stage', name })),
    ...keys.filter((name) => !Object.hasOwn(spec.apiKeys, name)).map((name) => issue('REFERENCE_UNRESOLVED', `${spec.api.name}/usage plan ${plan}`, { what: 'API key', name })),
  ]),
];
