import { warning } from '../../errors';
import { describeIntegration } from '../integrations';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** A function named by a stage variable exists on every stage that sets the variable. */
export const stagesRule: Rule = (spec) =>
  methodsOf(spec).flatMap(({ location, method }) => {
    const templates = describeIntegration(method.integration).functions.filter((reference) => reference.includes('${'));
    return templates.flatMap((template) => Object.entries(spec.stages).flatMap(([stage, { variables }]) => {
      const name = template.replace(/\$\{stageVariables\.(\w+)\}/g, (_, key: string) => variables[key] ?? '');
      return Object.hasOwn(spec.functions, name) ? [] : [warning('STAGE_FUNCTION_UNKNOWN', location, { stage, template, name })];
    }));
  });
