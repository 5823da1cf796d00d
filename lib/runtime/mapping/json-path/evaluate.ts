import { spend } from '../../sandbox/step-budget';
import { isMap } from '../json';
import { valueMap } from '../velocity/values';
import { MISSING, OPERATORS, PatternOperand } from './filter-operators';
import { FUNCTIONS } from './functions';
import { isSingle } from './parse-path';
import type { Condition, JsonPath, Operand, PathStep } from './path';

/** Where paths begin. */
interface Scope {
  readonly root: unknown;
  readonly current: unknown;
}

/** Steps of visiting a value. */
const STEPS_OF_VISIT = 4;

/** The value at a path, or MISSING; a list unless the path is definite. @throws StepLimitError; Error of a function */
export function evaluatePath({ from, steps, isDefinite, isSimple }: JsonPath, scope: Scope): unknown {
  const start = from === 'root' ? scope.root : scope.current;
  if (isSimple) return follow(steps, start);
  let values: readonly unknown[] = [start];
  let isOne = true;
  for (const [index, step] of steps.entries()) {
    if (step.type === 'function') {
      values = values.length === 0 && isOne ? [] : [applied(step, isOne ? values[0] : values, scope)];
      isOne = true;
      continue;
    }
    const isScanned = steps[index - 1]?.type === 'scan';
    values = step.type === 'names' && step.names.length > 1 && index === steps.length - 1
      ? values.flatMap((value) => membersOf(value, step.names))
      : values.flatMap((value) => spentOn(selected(step, value, { scope, isScanned })));
    isOne &&= isSingle(step);
  }
  if (!isDefinite) return values;
  return values.length === 0 ? MISSING : values[0];
}

/** A path of single names and positions. */
function follow(steps: readonly PathStep[], start: unknown): unknown {
  let value = start;
  for (const step of steps) {
    spend(STEPS_OF_VISIT);
    if (step.type === 'names') {
      const [name = ''] = step.names;
      if (!isMap(value) || !Object.hasOwn(value, name)) return MISSING;
      value = value[name];
    } else if (step.type === 'indexes') {
      const item = itemAt(value, step.indexes[0] ?? 0);
      if (item.length === 0) return MISSING;
      [value] = item;
    }
  }
  return value;
}

function spentOn(values: readonly unknown[]): readonly unknown[] {
  spend(STEPS_OF_VISIT + values.length);
  return values;
}

interface Selection {
  readonly scope: Scope;
  /** Whether the values are all those below another one, of which no list is examined for its items. */
  readonly isScanned: boolean;
}

function selected(step: Exclude<PathStep, { type: 'function' }>, value: unknown, { scope, isScanned }: Selection): readonly unknown[] {
  switch (step.type) {
    case 'names': return isMap(value) ? step.names.filter((name) => Object.hasOwn(value, name)).map((name) => value[name]) : [];
    case 'indexes': return step.indexes.flatMap((index) => itemAt(value, index));
    case 'slice': return slice(value, step);
    case 'wildcard': return childrenOf(value);
    case 'scan': return containersIn(value);
    case 'filter': {
      const candidates: readonly unknown[] = Array.isArray(value) && !isScanned ? value : isMap(value) ? [value] : [];
      return candidates.filter((current) => holds(step.condition, { root: scope.root, current }));
    }
  }
}

/** `['a','b']` at the end of a path is an object of those members. */
function membersOf(value: unknown, names: readonly string[]): readonly unknown[] {
  if (!isMap(value)) return [];
  spend(STEPS_OF_VISIT * names.length);
  return [valueMap(Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]])))];
}

function itemAt(value: unknown, position: number): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  const index = position < 0 ? value.length + position : position;
  return index >= 0 && index < value.length ? [value[index]] : [];
}

/** A position before the first item begins with it; between two positions, each is counted from its own end. */
function slice(value: unknown, { from, to }: { readonly from: number | undefined; readonly to: number | undefined }): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  const items = value as readonly unknown[];
  if (to === undefined) return items.slice(from);
  if (from === undefined) return items.slice(0, to);
  const start = Math.max(from, -items.length);
  const length = Math.max(0, Math.min(items.length, to) - start);
  return Array.from({ length }, (_, offset) => itemAt(items, start + offset)).flat();
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isMap(value) ? Object.values(value) : [];
}

/** The value and all lists and objects below it, parents first. */
function containersIn(value: unknown): readonly unknown[] {
  const containers: unknown[] = [];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!Array.isArray(next) && !isMap(next)) continue;
    containers.push(next);
    const children = childrenOf(next);
    spend(STEPS_OF_VISIT + children.length);
    for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index]);
  }
  return containers;
}

function holds(condition: Condition, scope: Scope): boolean {
  spend(STEPS_OF_VISIT);
  switch (condition.type) {
    case 'and': return condition.conditions.every((operand) => holds(operand, scope));
    case 'or': return condition.conditions.some((operand) => holds(operand, scope));
    case 'not': return !holds(condition.condition, scope);
    case 'exists': return exists(evaluatePath(condition.path, scope), condition.path);
    case 'comparison': {
      const { left, operator, right } = condition;
      return OPERATORS[operator]?.(valueOf(left, scope), valueOf(right, scope)) ?? false;
    }
  }
}

/** A path with several values exists if at least one of them does. */
function exists(value: unknown, { isDefinite }: JsonPath): boolean {
  return isDefinite ? value !== MISSING : Array.isArray(value) && value.length > 0;
}

function valueOf(operand: Operand, scope: Scope): unknown {
  if (operand.type === 'path') return evaluatePath(operand.path, scope);
  return operand.type === 'pattern' ? new PatternOperand(operand.pattern) : operand.value;
}

function applied({ name, operands }: Extract<PathStep, { type: 'function' }>, input: unknown, { root }: Scope): unknown {
  const values = operands.map((operand) => valueOf(operand, { root, current: input }));
  return FUNCTIONS[name]?.(input, values.filter((value) => value !== MISSING), name);
}
