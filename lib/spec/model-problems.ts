import { createHash } from 'node:crypto';
import { canonicalText } from './canonical';
import { compileModels } from './compile-models';
import type { ModelSpec } from './model';

/** Why a model cannot be compiled. */
export interface ModelProblem {
  readonly name: string;
  readonly problem: string;
}

/** A gateway has few APIs; one with a canary has two sets of models. */
const MAX_KNOWN = 16;
const known = new Map<string, readonly ModelProblem[]>();

/**
 * What is wrong with the models of an API. A definition is examined when it is imported, written and read: the answer for the same models
 * is remembered, because thousands of them take seconds to compile (4 s for a document of 13 MB).
 */
export function modelProblems(apiId: string, models: Readonly<Record<string, ModelSpec>>): readonly ModelProblem[] {
  if (Object.keys(models).length === 0) return [];
  const key = createHash('sha256').update(canonicalText({ apiId, models })).digest('hex');
  const found = known.get(key) ?? problemsOf(apiId, models);
  known.delete(key);
  known.set(key, found);
  for (const oldest of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(oldest);
  return found;
}

function problemsOf(apiId: string, models: Readonly<Record<string, ModelSpec>>): ModelProblem[] {
  return [...compileModels(apiId, models)].flatMap(([name, model]) => ('problem' in model ? [{ name, problem: model.problem }] : []));
}
