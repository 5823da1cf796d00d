import { issue, type Issue } from '../../errors';
import { describeIntegration } from '../integrations';
import type { MethodSpec } from '../method';
import { readTemplate } from '../template-syntax';
import { replaceTokens } from '../token';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** Mapping templates can be parsed, whatever their tokens stand for. */
export const templatesRule: Rule = (spec) => {
  const issues: Issue[] = [];
  for (const { location, method } of methodsOf(spec)) {
    for (const [which, text] of templatesOf(method)) {
      const reading = readTemplate(replaceTokens(text, () => 'token'));
      if ('problem' in reading) issues.push(issue('TEMPLATE_INVALID', location, { which, reason: reading.problem }));
    }
  }
  return issues;
};

/** By name: `request application/json`, `response 200 application/json`. */
function* templatesOf({ integration }: MethodSpec): Generator<readonly [string, string]> {
  const { requestTemplates, responses = [] } = describeIntegration(integration);
  yield* named('request', requestTemplates);
  for (const { statusCode, responseTemplates } of responses) yield* named(`response ${statusCode}`, responseTemplates);
}

function named(which: string, templates: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(templates).map(([mediaType, text]) => [`${which} ${mediaType}`, text] as const);
}
