import type { Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { authorizationRule } from './authorization';
import { authorizersRule } from './authorizers';
import { corsRule } from './cors';
import { destinationsRule } from './destinations';
import { functionsRule } from './functions';
import { integrationsRule } from './integrations';
import { messageRoutesRule } from './message-routes';
import { modelsRule } from './models';
import { pathPartsRule } from './path-parts';
import { protocolRule } from './protocol';
import { quotasRule } from './quotas';
import { referencesRule } from './references';
import { resourcePolicyRule } from './resource-policy';
import type { Rule } from './rule';
import { siblingsRule } from './siblings';
import { stageSettingsRule } from './stage-settings';
import { stagesRule } from './stages';
import { templatesRule } from './templates';
import { usagePlansRule } from './usage-plans';

/** Every rule across nodes. */
const RULES: readonly Rule[] = [
  protocolRule,
  pathPartsRule,
  siblingsRule,
  messageRoutesRule,
  referencesRule,
  functionsRule,
  destinationsRule,
  quotasRule,
  corsRule,
  integrationsRule,
  templatesRule,
  stagesRule,
  stageSettingsRule,
  usagePlansRule,
  modelsRule,
  authorizationRule,
  authorizersRule,
  resourcePolicyRule,
];

/** The issues of all rules, errors first. */
export function checkRules(spec: GatewaySpec): Issue[] {
  const issues = RULES.flatMap((rule) => rule(spec));
  return [...issues.filter((issue) => issue.severity === 'error'), ...issues.filter((issue) => issue.severity !== 'error')];
}
