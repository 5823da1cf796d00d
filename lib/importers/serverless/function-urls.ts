import { DEFAULT_HEADERS } from './cors';
import { functionId, functionUrlId } from './names';
import { isMap, listOf, mapOf, member, present, textOf, type JsonMap } from './value';

/**
 * The URLs of functions: `url: true`, or settings.
 * @see https://www.serverless.com/framework/docs/providers/aws/guide/functions#aws-lambda-function-urls
 */
export function urlResources(functions: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(functions).flatMap(([name, fn]) => {
    const url = member(fn, 'url');
    if (url === undefined || url === null || url === false) return [];
    const { authorizer, cors, invokeMode } = mapOf(url);
    // settings that are not known here may ask for signatures
    const isOpen = url === true || (isMap(url) && (authorizer === undefined || authorizer === null));
    const AuthType = isOpen ? 'NONE' : textOf(authorizer)?.toUpperCase() ?? String(authorizer ?? url);
    return [[functionUrlId(name), {
      Type: 'AWS::Lambda::Url',
      Properties: present({ TargetFunctionArn: { 'Fn::GetAtt': [functionId(name), 'Arn'] }, AuthType, InvokeMode: invokeMode, Cors: urlCors(cors) }),
    }]];
  }));
}

/** `cors: true` allows every origin, header and method. */
function urlCors(cors: unknown): unknown {
  if (cors === true) return { AllowOrigins: ['*'], AllowHeaders: DEFAULT_HEADERS, AllowMethods: ['*'] };
  if (!isMap(cors)) return cors === false ? undefined : cors;
  return present({
    AllowOrigins: listOf(cors['allowedOrigins'] ?? '*'), AllowHeaders: listOf(cors['allowedHeaders'] ?? DEFAULT_HEADERS), AllowMethods: listOf(cors['allowedMethods'] ?? '*'),
    AllowCredentials: cors['allowCredentials'], MaxAge: cors['maxAge'],
    ExposeHeaders: cors['exposedResponseHeaders'] === undefined ? undefined : listOf(cors['exposedResponseHeaders']),
  });
}
