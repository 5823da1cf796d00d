import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IDuration } from '../../duration';
import { calledFunction, specNameOf, type IFunctionTarget } from '../../function-target';
import { enumValue, type IntegrationInput } from '../../spec-input';
import type { ParameterMapping } from '../parameter-mapping';
import { HttpRouteIntegration } from './route-integration';

/** The formats of events and results of functions. */
export enum PayloadFormatVersion {
  /** As REST APIs have it, nearly. */
  VERSION_1_0 = '1.0',
  /** With the route key, joined headers and cookies. */
  VERSION_2_0 = '2.0',
}

/** Settings of an integration with a function. */
export interface HttpLambdaIntegrationProps {
  /**
   * Format of the event and of the result.
   * @default PayloadFormatVersion.VERSION_2_0
   */
  readonly payloadFormatVersion?: PayloadFormatVersion;

  /**
   * Changes of the request.
   * @default - none
   */
  readonly parameterMapping?: ParameterMapping;

  /**
   * The time limit of a call: 50 ms to 30 s.
   * @default Duration.seconds(30)
   */
  readonly timeout?: IDuration;

  /**
   * Whether the permission on AWS is for the route alone. Locally it has no effect.
   * @default true
   */
  readonly scopePermissionToRoute?: boolean;
}

/**
 * Calls a function and returns its result.
 * @example new HttpLambdaIntegration('Pets', new ProxyFunction(app, 'PetsFunction', { entry: 'src/pets.ts' }))
 */
export class HttpLambdaIntegration extends HttpRouteIntegration {
  /** @internal */
  public override readonly _function: IFunctionTarget;

  /** @internal */
  public override readonly _scopesPermission: boolean;

  private readonly format: PayloadFormatVersion;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param handler - the function that is called; in an API of `synthgate/aws` also any Lambda function
   */
  public constructor(id: string, handler: IFunctionTarget, props: HttpLambdaIntegrationProps = {}) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    const target = calledFunction(handler, 'the integration');
    super(id);
    const value = this._accept(checkStruct('HttpLambdaIntegrationProps', props));
    this._function = target;
    this._scopesPermission = value.scopePermissionToRoute ?? true;
    this.format = value.payloadFormatVersion ?? PayloadFormatVersion.VERSION_2_0;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'proxy', function: specNameOf(this._function), payloadFormatVersion: enumValue(this.format), ...this._shared() };
  }
}
