import { warning } from '../../errors';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** A function named by a stage variable exists on every stage that sets the variable. */
export const stagesRule: Rule = (spec) =>
  methodsOf(spec).flatMap(({ place, method }) => {
    if (!('function' in method.integration) || !method.integration.function.includes('${')) return [];
    const template = method.integration.function;
    return Object.entries(spec.stages).flatMap(([stage, { variables }]) => {
      const name = template.replace(/\$\{stageVariables\.(\w+)\}/g, (_, key: string) => variables[key] ?? '');
      return Object.hasOwn(spec.functions, name) ? [] : [warning('STAGE_FUNCTION_UNKNOWN', place, { stage, template, name })];
    });
  });
