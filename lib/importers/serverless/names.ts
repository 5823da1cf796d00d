/** Logical ids as the Serverless Framework makes them. */

export function functionId(name: string): string {
  return `${normalized(name)}LambdaFunction`;
}

export function functionUrlId(name: string): string {
  return `${normalized(name)}LambdaFunctionUrl`;
}

export function layerId(name: string): string {
  return `${normalized(name)}LambdaLayer`;
}

export function authorizerId(name: string): string {
  return `${normalized(name)}ApiGatewayAuthorizer`;
}

/** `/users/{id}` → `UsersIdVar`. */
export function pathId(path: string): string {
  return path.split('/').map((part) => upperFirst(
    part.replaceAll('-', 'Dash').replaceAll(/\{(.*)\}/g, '$1Var').replaceAll(/[^0-9A-Za-z]/g, ''),
  )).join('');
}

export function methodId(path: string, method: string): string {
  return `ApiGatewayMethod${pathId(path)}${upperFirst(method.toLowerCase())}`;
}

export function httpApiIntegrationId(functionName: string): string {
  return `HttpApiIntegration${normalized(functionName)}`;
}

export function httpApiAuthorizerId(name: string): string {
  return `HttpApiAuthorizer${normalized(name)}`;
}

/** `GET /users/{id}` → `HttpApiRouteGetUsersIdVar`. */
export function httpApiRouteId(method: string, path: string): string {
  return `HttpApiRoute${upperFirst(method.toLowerCase())}${pathId(path)}`;
}

export function webSocketIntegrationId(functionName: string): string {
  return `${normalized(functionName)}WebsocketsIntegration`;
}

export function webSocketAuthorizerId(name: string): string {
  return `${normalized(name)}WebsocketsAuthorizer`;
}

/** `$connect` → `SconnectWebsocketsRoute`. */
export function webSocketRouteId(route: string): string {
  return `${upperFirst(route.replaceAll('$', 's').replaceAll(/[^0-9A-Za-z]/g, ''))}WebsocketsRoute`;
}

function normalized(name: string): string {
  return upperFirst(name.replaceAll('-', 'Dash').replaceAll('_', 'Underscore'));
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
