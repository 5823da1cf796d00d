import { GatewayError } from '../../errors';
import type { ServedStage } from '../plan/exchange';
import type { FunctionVersion } from '../ports';

/** The text with every `${stageVariables.name}` replaced; an unknown variable is empty. */
export function withStageVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{stageVariables\.(\w+)\}/g, (_, name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''));
}

/**
 * The function of an integration on one stage: a wrong stage variable affects only its own methods, whose calls fail.
 * @throws FUNCTION_UNRESOLVED, FUNCTION_UNAVAILABLE, by the returned function
 */
export function stageFunction(reference: string, stage: ServedStage): () => FunctionVersion {
  const name = withStageVariables(reference, stage.variables);
  const version = stage.functionVersion(name);
  return () => {
    if (version !== undefined) return version;
    throw stage.functionAbsence?.(name) ?? new GatewayError('FUNCTION_UNRESOLVED', { name, stage: stage.name });
  };
}
