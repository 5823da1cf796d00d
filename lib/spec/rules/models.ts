import { issue, type Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { modelProblems } from '../model-problems';
import { methodsOf, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** Models compile, and the models and validators of methods exist. */
export const modelsRule: Rule = (spec) => [
  ...modelProblems(spec.api.id, spec.models).map(({ name, problem }) => issue('MODEL_INVALID', `${spec.api.name}/model ${name}`, { reason: problem })),
  ...methodsOf(spec).flatMap((method) => checkMethod(spec, method)),
];

function checkMethod(spec: GatewaySpec, { location, method }: LocatedMethod): Issue[] {
  const answers = Object.values(method.methodResponses).map(({ responseModels }) => responseModels);
  const named = [method.requestModels, ...answers].flatMap((models) => Object.values(models));
  const missing = [...new Set(named)].filter((name) => !Object.hasOwn(spec.models, name) && !BUILT_IN.has(name));
  const validator = method.requestValidator;
  return [
    ...missing.map((name) => issue('REFERENCE_UNRESOLVED', location, { what: 'model', name })),
    ...(validator === undefined || Object.hasOwn(spec.requestValidators, validator)
      ? []
      : [issue('REFERENCE_UNRESOLVED', location, { what: 'request validator', name: validator })]),
  ];
}

/** Models that every API has. */
const BUILT_IN = new Set(['Empty', 'Error']);
