import type { IConstruct } from 'constructs';
import { issueText, throwIfErrors, type Issue } from '../errors';
import { tellCommandLine } from './run-app';

/** The context key that makes a whole app strict. */
export const STRICT_CONTEXT = 'synthgate:strict';

/** Whether losses of a target are errors. */
export function isStrict(scope: IConstruct): boolean {
  const value: unknown = scope.node.tryGetContext(STRICT_CONTEXT);
  return value === true || value === 'true'; // context of CDK's command line is text
}

/** Throws losses if the app is strict; otherwise the command line prints them. @throws DEFINITION_INVALID */
export function reportLosses(scope: IConstruct, losses: readonly Issue[]): void {
  if (isStrict(scope)) throwIfErrors(scope.node.path === '' ? 'the app' : scope.node.path, losses.map((one) => ({ ...one, severity: 'error' })));
  losses.forEach((one) => tellCommandLine(issueText(one)));
}
