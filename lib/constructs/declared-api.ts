import type { IConstruct } from 'constructs';
import type { ApiRegistry, DeclaredAuthorizer } from './api-registry';
import type { CollectContext } from './collect-context';
import type { IFunctionTarget } from './function-target';
import type { ApiInput, ResourceInput } from './spec-input';

/** An API of any kind: what its spec is collected from. */
export interface DeclaredApi extends IConstruct {
  readonly apiName: string;
  /** Declarations of the API besides its resources. */
  readonly _registry: ApiRegistry;
  _toSpec(): ApiInput;
  /** Resources by path; issues are added to those of the context. */
  _resources(context: CollectContext): Record<string, ResourceInput>;
  /** The functions that its integrations call. */
  _integrationTargets(): IFunctionTarget[];
  /** The authorizers that its methods refer to, wherever they were declared. */
  _namedAuthorizers(): DeclaredAuthorizer[];
}
