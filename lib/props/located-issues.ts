import type { IConstruct } from 'constructs';
import { issue, throwIfErrors, type Issue } from '../errors';
import { currentSourceLine, sourceLineOf } from './source-lines';
import type { Problem } from './check';
import { declaredIssues } from './read-props';

/** Problems at the line that is being run; what they are about is not known yet. */
export function locatedIssues(problems: readonly Problem[], subject = ''): Issue[] {
  const source = problems.length === 0 ? undefined : currentSourceLine();
  return problems.map(({ code, details }) => ({ ...issue(code, subject, details), source }));
}

/** For options that belong to no construct. @throws DEFINITION_INVALID */
export function throwProblems(subject: string, problems: readonly Problem[]): void {
  throwIfErrors(subject, locatedIssues(problems));
}

export function withSourceLines(scope: IConstruct, issues: readonly Issue[]): Issue[] {
  const { root } = scope.node;
  return issues.map((one) => {
    const related = one.related === undefined ? undefined : constructAt(root, one.related);
    return { ...one, source: one.source ?? placeAbove(constructAt(root, one.location)), relatedSource: placeAbove(related) };
  });
}

/** Issues without those of constructs whose props were refused: what was left out of them may seem to be missing. */
export function withoutConsequences(scope: IConstruct, issues: readonly Issue[]): Issue[] {
  const { root } = scope.node;
  const refused = new Set(declaredIssues(root).map(({ construct }) => construct));
  return issues.filter(({ location }) => {
    const construct = constructAt(root, location);
    return construct === undefined || !refused.has(construct);
  });
}

/** The construct at the beginning of a location: a path, or one with a pointer into the spec behind `#`. */
function constructAt(root: IConstruct, location: string): IConstruct | undefined {
  let construct: IConstruct | undefined;
  for (const part of location.split('/')) {
    const above = construct ?? root;
    const child = above.node.tryFindChild(part) ?? above.node.tryFindChild(part.slice(0, Math.max(0, part.lastIndexOf('#'))));
    if (child === undefined) break;
    construct = child;
  }
  return construct;
}

/** The line of a construct or of the nearest one above it; the root is too far away to help. */
function placeAbove(construct: IConstruct | undefined): string | undefined {
  for (let scope = construct; scope?.node.scope !== undefined; scope = scope.node.scope) {
    const place = sourceLineOf(scope);
    if (place !== undefined) return place;
  }
  return undefined;
}
