import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiKey, Model, RequestValidator, type IApi } from '../../constructs';
import { awsCdk } from '../aws-cdk';

/** The resource of a type that an id refers to. */
export function resourceWithId(id: unknown, type: string): CfnResource | undefined {
  const { CfnResource: Resource, Reference, Tokenization } = awsCdk();
  const [token, ...more] = typeof id === 'string' ? Tokenization.reverseString(id).tokens : [];
  if (token === undefined || more.length > 0 || !Reference.isReference(token)) return undefined;
  const { target } = token;
  return Resource.isCfnResource(target) && target.cfnResourceType === type ? target : undefined;
}

/** A model of aws-cdk-lib. */
export class AdoptedModel extends Model {
  public constructor(scope: Construct, id: string, { name, contentType, description, schema, stack }: apigateway.CfnModel) {
    const { $schema: _, ...keywords } = stack.resolve(schema) as Record<string, unknown>; // as the L2 sets it
    super(scope, id, { modelName: nameGiven(name), contentType, description, schema: keywords });
  }

  /** @internal */
  public override _declareIn({ _registry: { models } }: IApi): void {
    if (!models.includes(this)) models.push(this);
  }
}

/** A request validator of aws-cdk-lib. */
export class AdoptedValidator extends RequestValidator {
  public constructor(scope: Construct, id: string, { name, ...validator }: apigateway.CfnRequestValidator) {
    super(scope, id, {
      requestValidatorName: nameGiven(name),
      validateRequestBody: validator.validateRequestBody === true, validateRequestParameters: validator.validateRequestParameters === true,
    });
  }

  /** @internal */
  public override _declareIn({ _registry: { requestValidators } }: IApi): void {
    if (!requestValidators.includes(this)) requestValidators.push(this);
  }
}

/** An API key of aws-cdk-lib. */
export class AdoptedApiKey extends ApiKey {
  public constructor(scope: Construct, id: string, { name, description, enabled, value }: apigateway.CfnApiKey) {
    super(scope, id, { apiKeyName: nameGiven(name), description, enabled: enabled !== false, value });
  }
}

/** An API key that exists, which another stack or the console made. */
export class ExistingApiKey extends ApiKey {
  public constructor(scope: Construct, id: string, public readonly keyId: string) {
    super(scope, id);
  }
}

/** A name that somebody gave; CDK has a token for none. */
function nameGiven(name: string | undefined): string | undefined {
  return name === undefined || awsCdk().Token.isUnresolved(name) ? undefined : name;
}
