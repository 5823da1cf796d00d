export { CATALOG, type ErrorCode } from './catalog';
export type { CatalogRow, ErrorKind } from './catalog-row';
export { CONTRACT_ERRORS, CONTRACT_USE_ERRORS, PARAMETER_INVALID } from './catalog/contract';
export { fillMessage, type ErrorDetails } from './fill-message';
export { GatewayError, type GatewayErrorOptions } from './gateway-error';
export { GATEWAY_RESPONSE_TYPES, type GatewayResponseType } from './gateway-response-type';
export { isObject } from './is-object';
export { issue, issueOf, issueText, loss, throwIfErrors, warning, type Issue, type Severity } from './issue';
export { functionsText, unavailableFunctions, withFunctionsTogether } from './unavailable-functions';
