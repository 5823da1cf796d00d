import type { IConstruct } from 'constructs';
import { issueText, throwIfErrors, type Issue } from '../errors';
import { tellCommandLine } from './run-app';

/** Context by which a whole app is strict. */
export const STRICT_CONTEXT = 'synthgate:strict';

/** Whether what a target cannot do as declared is an error. */
export function isStrict(scope: IConstruct): boolean {
  const value: unknown = scope.node.tryGetContext(STRICT_CONTEXT);
  return value === true || value === 'true'; // context of CDK's command line is text
}

/**
 * Refuses losses where the app is strict; elsewhere the command line shows them.
 * @throws DEFINITION_INVALID
 */
export function reportLosses(scope: IConstruct, losses: readonly Issue[]): void {
  if (isStrict(scope)) throwIfErrors(scope.node.path === '' ? 'the app' : scope.node.path, losses.map((one) => ({ ...one, severity: 'error' })));
  losses.forEach((one) => tellCommandLine(issueText(one)));
}
