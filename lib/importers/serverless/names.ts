/** Logical ids as the Serverless Framework makes them. */
export const functionId = (name: string): string => `${normalized(name)}LambdaFunction`;
export const functionUrlId = (name: string): string => `${normalized(name)}LambdaFunctionUrl`;
export const layerId = (name: string): string => `${normalized(name)}LambdaLayer`;
export const authorizerId = (name: string): string => `${normalized(name)}ApiGatewayAuthorizer`;
export const methodId = (path: string, method: string): string => `ApiGatewayMethod${pathId(path)}${upperFirst(method.toLowerCase())}`;

export const httpApiIntegrationId = (functionName: string): string => `HttpApiIntegration${normalized(functionName)}`;
export const httpApiAuthorizerId = (name: string): string => `HttpApiAuthorizer${normalized(name)}`;
/** `GET /users/{id}` → `HttpApiRouteGetUsersIdVar`. */
export const httpApiRouteId = (method: string, path: string): string => `HttpApiRoute${upperFirst(method.toLowerCase())}${pathId(path)}`;

export const webSocketIntegrationId = (functionName: string): string => `${normalized(functionName)}WebsocketsIntegration`;
export const webSocketAuthorizerId = (name: string): string => `${normalized(name)}WebsocketsAuthorizer`;
/** `$connect` → `SconnectWebsocketsRoute`. */
export const webSocketRouteId = (route: string): string =>
  `${upperFirst(route.replaceAll('$', 's').replaceAll(/[^0-9A-Za-z]/g, ''))}WebsocketsRoute`;

/** `/users/{id}` → `UsersIdVar`. */
export function pathId(path: string): string {
  return path.split('/').map((part) => upperFirst(
    part.replaceAll('-', 'Dash').replaceAll(/\{(.*)\}/g, '$1Var').replaceAll(/[^0-9A-Za-z]/g, ''),
  )).join('');
}

function normalized(name: string): string {
  return upperFirst(name.replaceAll('-', 'Dash').replaceAll('_', 'Underscore'));
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
