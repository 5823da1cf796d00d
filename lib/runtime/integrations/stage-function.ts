import { GatewayError } from '../../errors';
import type { ServedStage } from '../exchange';
import type { FunctionVersion } from '../ports';

/** The text with every `${stageVariables.name}` replaced; a variable that the stage does not have is empty. */
export function withStageVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{stageVariables\.(\w+)\}/g, (_, name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''));
}

/**
 * The function of an integration on one stage, resolved once at load. The returned function throws on every call when
 * there is none, so that one wrong stage variable harms its own methods only.
 * @throws FUNCTION_UNRESOLVED, FUNCTION_EXTERNAL, by the returned function
 */
export function stageFunction(reference: string, stage: ServedStage): () => FunctionVersion {
  const name = withStageVariables(reference, stage.variables);
  const version = stage.functionVersion(name);
  return () => {
    if (version !== undefined) return version;
    const construct = stage.externalFunction?.(name);
    if (construct !== undefined) throw new GatewayError('FUNCTION_EXTERNAL', { name, construct });
    throw new GatewayError('FUNCTION_UNRESOLVED', { name, stage: stage.name });
  };
}
