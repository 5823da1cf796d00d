import { Construct } from 'constructs';
import type { DeclaredApiKey, DeclaredStage, DeclaredUsagePlan } from '../api-registry';
import { describeAuthorizer, type AuthorizerSpec } from '../../spec';
import type { AuthorizationType } from '../authorization';
import { authorizationTypeNamed } from '../authorization-kinds';
import { Authorizer } from '../authorizers/authorizer';
import { specNameOf, type IFunctionTarget } from '../function-target';
import { Integration } from '../integrations/integration';
import type { ApiKeyInput, AuthorizerInput, IntegrationInput, StageInput, UsagePlanInput } from '../spec-input';

/** An integration as a spec has it, with the function that is there for the name in the spec. */
export class ImportedIntegration extends Integration {
  /** @internal */
  public override readonly _function?: IFunctionTarget;

  public constructor(private readonly input: IntegrationInput, target: IFunctionTarget | undefined) {
    super();
    this._function = target;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return this._function === undefined ? this.input : Object.assign({ ...this.input }, { function: specNameOf(this._function) });
  }

  /** Its methods declare what the definition does: selecting any other response is an error, here as on AWS. @internal */
  public override _declaresResponses(): boolean {
    return false;
  }
}

interface ImportedAuthorizerProps {
  readonly name: string;
  readonly input: AuthorizerSpec;
  readonly target: IFunctionTarget | undefined;
}

/** An authorizer as a spec has it. */
export class ImportedAuthorizer extends Authorizer {
  public readonly authorizationType: AuthorizationType;

  /** @internal */
  public override readonly _function?: IFunctionTarget;

  /** @internal */
  protected readonly _input: AuthorizerInput;

  public constructor(scope: Construct, id: string, { name, input, target }: ImportedAuthorizerProps) {
    super(scope, id, name);
    this._input = target === undefined ? input : Object.assign({ ...input }, { function: specNameOf(target) });
    this._function = target;
    this.authorizationType = authorizationTypeNamed(describeAuthorizer(input).authorization);
  }
}

/** A stage as a spec has it. */
export class ImportedStage extends Construct implements DeclaredStage {
  /** @internal */
  public readonly _hasValidName = true;
  /** @internal */
  public readonly _isValid = true;

  public constructor(scope: Construct, public readonly _name: string, private readonly input: StageInput) {
    super(scope, `Stage.${_name}`);
  }

  /** @internal */
  public _toSpec(): StageInput {
    return this.input;
  }
}

/** An API key as a spec has it. */
export class ImportedApiKey extends Construct implements DeclaredApiKey {
  public constructor(scope: Construct, public readonly keyName: string, private readonly input: ApiKeyInput) {
    super(scope, `ApiKey.${keyName}`);
  }

  /** @internal */
  public _toSpec(): ApiKeyInput {
    return this.input;
  }
}

/** A usage plan as a spec has it. */
export class ImportedUsagePlan extends Construct implements DeclaredUsagePlan {
  /** @internal */
  public readonly _keys: readonly DeclaredApiKey[] = [];

  public constructor(scope: Construct, public readonly usagePlanName: string, private readonly input: UsagePlanInput) {
    super(scope, `UsagePlan.${usagePlanName}`);
  }

  /** @internal */
  public _concerns(): boolean {
    return true;
  }

  /** @internal */
  public _toSpec(): UsagePlanInput {
    return this.input;
  }
}
