import type { Construct } from 'constructs';
import {
  authorizedBy, describeAuthorization, describeAuthorizer, describeIntegration, methodsOf,
  type AuthorizerSpec, type GatewaySpec, type IntegrationSpec,
} from '../../spec';
import { freeId } from '../construct-name';
import { specNameOf, type IFunctionTarget } from '../function-target';
import { HttpIamAuthorizer } from '../http-api/authorizers/iam';
import type { IHttpRouteAuthorizer } from '../http-api/authorizers/route-authorizer';
import type { IHttpApi } from '../http-api/http-api-interface';
import { HttpRoute, type HttpRouteProps } from '../http-api/http-route';
import { HttpRouteKey } from '../http-api/http-route-key';
import { HttpRouteIntegration } from '../http-api/integrations/route-integration';
import type { HttpMethod } from '../http-method';
import { boundAuthorizer, type DeclaredRouteAuthorizer } from '../routes/bound-authorizer';
import type { AuthorizationInput, IntegrationInput, MethodInput } from '../spec-input';
import { ImportedFunctionTable } from './imported-functions';

/** Declares the routes and authorizers of a spec in an HTTP API: routes can be added beside them. */
export function declareHttpSpec(api: IHttpApi & Construct, spec: GatewaySpec, functions: Readonly<Record<string, IFunctionTarget>>): void {
  const table = new ImportedFunctionTable(api, spec, functions);
  const authorizers = new Map(Object.entries(spec.authorizers).map(([name, input]) => {
    const authorizer = new ImportedRouteAuthorizer(name, input, table.find(describeAuthorizer(input).functions[0]));
    boundAuthorizer(authorizer, api);
    return [name, authorizer] as const;
  }));
  for (const { path, httpMethod, method } of methodsOf(spec)) {
    const routeKey = HttpRouteKey._of(path, httpMethod as HttpMethod); // the enum has the methods of a spec
    const { authorizer: name, isSigned, scopes } = describeAuthorization(method.authorization);
    const authorizer = isSigned ? new HttpIamAuthorizer() : authorizers.get(name ?? '');
    const integration = new ImportedRouteIntegration(method.integration, table.find(describeIntegration(method.integration).functions[0]));
    const id = routeKey.path === undefined ? 'DefaultRoute' : `${httpMethod}${path}`;
    const authorizationScopes = scopes.length > 0 ? [...scopes] : undefined;
    const route = new ImportedRoute(api, freeId(api, id), { httpApi: api, routeKey, integration, authorizer, authorizationScopes });
    route._operationName = method.operationName;
  }
}

/** A route as a spec has it. */
class ImportedRoute extends HttpRoute {
  public _operationName?: string;

  public constructor(scope: Construct, id: string, props: HttpRouteProps) {
    super(scope, id, props);
  }

  /** @internal */
  public override _toSpec(): MethodInput {
    return { ...super._toSpec(), operationName: this._operationName };
  }
}

/** An integration as a spec has it, with the function that is there for the name in the spec. */
class ImportedRouteIntegration extends HttpRouteIntegration {
  /** @internal */
  public override readonly _function?: IFunctionTarget;

  public constructor(private readonly input: IntegrationSpec, target: IFunctionTarget | undefined) {
    super('Integration');
    this._function = target;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return this._function === undefined ? this.input : Object.assign({ ...this.input }, { function: specNameOf(this._function) });
  }
}

/** An authorizer as a spec has it. */
class ImportedRouteAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: 'JWT' | 'CUSTOM';
  public readonly isHttpRouteAuthorizer: boolean = true;
  public readonly _declared: DeclaredRouteAuthorizer;

  public constructor(name: string, input: AuthorizerSpec, target: IFunctionTarget | undefined) {
    // the only other kind that HTTP APIs have calls no function
    this.authorizationType = describeAuthorizer(input).functions.length === 0 ? 'JWT' : 'CUSTOM';
    const declared = target === undefined ? input : Object.assign({ ...input }, { function: specNameOf(target) });
    this._declared = { id: name, name, input: declared, problems: [], ...(target === undefined ? {} : { target }) };
  }

  public _authorization(name: string, scopes: string[]): AuthorizationInput {
    return authorizedBy(this.authorizationType, name, scopes);
  }
}
