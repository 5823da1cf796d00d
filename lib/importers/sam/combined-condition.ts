import { isMap, type JsonMap } from './value';

/** `Fn::Or` takes ten conditions at most. */
const MAX_CONDITIONS = 10;

/** Adds a condition that holds if one of at least two others does; more than ten are combined in steps. */
export function combinedCondition(template: JsonMap, names: readonly string[], name: string): string {
  const conditions = isMap(template['Conditions']) ? template['Conditions'] : {};
  template['Conditions'] = conditions;
  let step = Math.floor((names.length - 2) / (MAX_CONDITIONS - 1));
  let left = names;
  while (left.length > 1) {
    const combined = step > 0 ? `${name}${step}` : name;
    conditions[combined] = { 'Fn::Or': left.slice(0, MAX_CONDITIONS).map((condition) => ({ Condition: condition })) };
    left = [...left.slice(MAX_CONDITIONS), combined];
    step -= 1;
  }
  return name;
}
