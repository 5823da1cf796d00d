import { GatewayError } from '../../errors';
import { readIdentitySource, type JwtAuthorizerSpec } from '../../spec';
import type { TokenCheckContext } from './compile-context';
import { compileJwtCheck } from './jwt';
import { claimTexts } from './verify-token';

/** Settings of the Lambda function that checks JSON Web Tokens in place of the gateway's own authorizer. */
export interface JwtFunctionSettings extends TokenCheckContext {
  readonly authorizer: Omit<JwtAuthorizerSpec, 'type'>;
  /** Scopes, one of which a method requires, by `<method> <path>` as declared; methods that are missing here are refused. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
}

/** The part of the event of a REQUEST authorizer that it reads. */
export interface JwtFunctionEvent {
  readonly methodArn: string;
  readonly httpMethod: string;
  readonly resource: string;
  readonly headers?: Readonly<Record<string, string>> | null;
}

export interface JwtFunctionResult {
  readonly principalId: string;
  readonly policyDocument: unknown;
  readonly context: Readonly<Record<string, string>>;
}

/** Reasons to refuse a caller; any other error is a failure of the authorizer. */
const REFUSALS: readonly string[] = ['IDENTITY_SOURCE_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_SCOPE_MISSING'];

/**
 * Makes the same decision on AWS as the authorizer does locally. Its answer applies to one call only, so it must not be cached.
 * @throws by the returned function: `Unauthorized`, which becomes 401; anything else becomes 500
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function createJwtFunction(settings: JwtFunctionSettings): (event: JwtFunctionEvent) => Promise<JwtFunctionResult> {
  const { authorizer, methods, ports: { log } } = settings;
  const check = compileJwtCheck(authorizer, settings);
  const { name: header } = readIdentitySource(authorizer.identitySource);
  return async ({ methodArn, httpMethod, resource, headers }) => {
    const scopes = scopesOf(methods, httpMethod, resource);
    if (scopes === undefined) throw new Error(`${httpMethod} ${resource} is not a method of this authorizer`);
    try {
      const claims = await check(headerOf(headers ?? {}, header), scopes);
      // any path on the stage: the client's must not be read as a pattern, nor be too long for one
      const Resource = `${methodArn.split('/').slice(0, 3).join('/')}/*`;
      const policyDocument = { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource }] };
      return { principalId: claims.sub || 'user', policyDocument, context: claimTexts(claims) };
    } catch (error) {
      if (!GatewayError.isGatewayError(error) || !REFUSALS.includes(error.code)) throw error;
      log({ level: 'info', code: error.code, message: error.message });
      throw new Error('Unauthorized', { cause: error }); // the word that API Gateway answers with 401
    }
  };
}

function scopesOf(methods: JwtFunctionSettings['methods'], httpMethod: string, resource: string): readonly string[] | undefined {
  const key = [`${httpMethod} ${resource}`, `ANY ${resource}`].find((one) => Object.hasOwn(methods, one));
  return key === undefined ? undefined : methods[key];
}

/** The last of several values, which is what the event has; names are case-insensitive. */
function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const matching = Object.entries(headers).filter(([name]) => name.toLowerCase() === wanted.toLowerCase());
  return matching.at(-1)?.[1] || undefined;
}
