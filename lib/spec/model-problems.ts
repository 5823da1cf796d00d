import { createHash } from 'node:crypto';
import { canonicalText } from './canonical';
import { compileModels } from './compile-models';
import type { ModelSpec } from './model';
import { validModels } from './valid-models';

/** Why a model cannot be compiled. */
export interface ModelProblem {
  readonly name: string;
  readonly problem: string;
}

const NONE: readonly ModelProblem[] = [];

/** A gateway has few APIs; one with a canary has two sets of models. */
const MAX_KNOWN = 16;
const known = new Map<string, readonly ModelProblem[]>();

/**
 * Returns the problems of the models of an API. Only models that are not known to be valid are compiled, for thousands take
 * seconds (4 s for a document of 13 MB). A definition is examined when it is imported, written and read: the answer for the
 * same models is remembered.
 */
export function modelProblems(apiId: string, models: Readonly<Record<string, ModelSpec>>): readonly ModelProblem[] {
  const valid = validModels(apiId, models);
  if (Object.keys(models).every((name) => valid.has(name))) return NONE;
  const key = createHash('sha256').update(canonicalText({ apiId, models })).digest('hex');
  const problems = known.get(key) ?? problemsOf(apiId, models);
  known.delete(key);
  known.set(key, problems);
  for (const oldest of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(oldest);
  return problems;
}

function problemsOf(apiId: string, models: Readonly<Record<string, ModelSpec>>): ModelProblem[] {
  return [...compileModels(apiId, models)].flatMap(([name, model]) => ('problem' in model ? [{ name, problem: model.problem }] : []));
}
