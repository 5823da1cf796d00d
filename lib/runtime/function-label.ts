import type { FunctionVersion } from './ports';

/** Returns the name that logs and errors have for a function: its construct path if it was imported from a CDK app. */
export function labelOf({ label, name }: Pick<FunctionVersion, 'name' | 'label'>): string {
  return label ?? name;
}
