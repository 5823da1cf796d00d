import { issue, type Issue } from '../../../errors';
import { checkArgument, checkStruct, locatedIssues, throwProblems } from '../../../props';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';
import { jwtDeclaration } from './jwt-declaration';
import type { IHttpRouteAuthorizer } from './route-authorizer';

/** A client of a user pool, such as those of `aws-cdk-lib/aws-cognito`. */
export interface IHttpUserPoolClient {
  /** Its id. */
  readonly userPoolClientId: string;
}

/** The stack of a user pool. */
export interface IUserPoolStack {
  /** Its region. */
  readonly region: string;
}

/** A user pool, such as those of `aws-cdk-lib/aws-cognito`. */
export interface IHttpUserPool {
  /** Its id: `eu-west-1_AbCdEf123`. */
  readonly userPoolId: string;

  /** The stack that has it, for the region of its issuer. */
  readonly stack?: IUserPoolStack;
}

/** Settings of an authorizer for tokens of a user pool. */
export interface HttpUserPoolAuthorizerProps {
  /**
   * The clients whose tokens are accepted.
   * @default - a new client of the pool
   */
  readonly userPoolClients?: IHttpUserPoolClient[];

  /**
   * The region of the pool.
   * @default - that of its stack
   */
  readonly userPoolRegion?: string;

  /**
   * Name of the authorizer: letters, digits, `_` and `-`.
   * @default - the id
   */
  readonly authorizerName?: string;

  /**
   * Where requests carry the token: one source.
   * @default ['$request.header.Authorization']
   */
  readonly identitySource?: string[];
}

/**
 * Accepts tokens of a Cognito user pool.
 * @example new HttpUserPoolAuthorizer('Login', userPool, { userPoolClients: [client] })
 */
export class HttpUserPoolAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: string = 'JWT';
  public readonly isHttpRouteAuthorizer: boolean = true;

  /** @internal */
  public readonly _declared: DeclaredRouteAuthorizer;

  /** Declares an authorizer. @param id - of its construct in the API */
  public constructor(id: string, pool: IHttpUserPool, props: HttpUserPoolAuthorizerProps = {}) {
    throwProblems('the authorizer', [...checkArgument('string', 'id', id), ...checkArgument('IHttpUserPool', 'pool', pool)]);
    const { value, problems } = checkStruct('HttpUserPoolAuthorizerProps', props);
    const { userPoolClients = newClients(pool), userPoolRegion: region = pool.stack?.region, ...others } = value;
    const missing = [
      ...(region === undefined ? [missingSetting('userPoolRegion', 'a pool without a stack', 'a region, such as eu-west-1')] : []),
      ...(userPoolClients.length === 0 ? [missingSetting('userPoolClients', 'no client', 'the clients whose tokens are accepted')] : []),
    ];
    this._declared = jwtDeclaration({
      id, issuer: `https://cognito-idp.${region ?? 'unknown'}.amazonaws.com/${pool.userPoolId}`,
      audience: userPoolClients.map(({ userPoolClientId }) => userPoolClientId),
      problems: [...locatedIssues(problems), ...missing], ...others,
    });
  }

  /** @internal */
  public _authorization(authorizer: string, scopes: string[]): AuthorizationInput {
    return { type: 'JWT', authorizer, scopes };
  }
}

/** As the CDK's HttpUserPoolAuthorizer; none of a pool that cannot make one. */
function newClients(pool: IHttpUserPool): IHttpUserPoolClient[] {
  return makesClients(pool) ? [pool.addClient('UserPoolAuthorizerClient')] : [];
}

/** A pool of `aws-cdk-lib/aws-cognito`. */
interface ClientMaker {
  readonly addClient: (id: string) => IHttpUserPoolClient;
}

function makesClients(pool: object): pool is ClientMaker {
  return 'addClient' in pool && typeof pool.addClient === 'function';
}

function missingSetting(setting: string, given: string, allowed: string): Issue {
  return issue('AUTHORIZER_SETTING_INVALID', '', { setting, given, allowed });
}
