/** The part of `synthgate/contract` that pages use: contracts and clients, without what runs on Node only. */
export { createClient, type CallInput, type CallOptions, type Client, type ClientOptions, type HeaderValues } from './client/create-client';
export { GatewayError, type GatewayErrorParts, type GatewayStatus } from './client/client-error';
export { contract, type Contract, type ContractsOf } from './contract';
export type { ContractDefinition } from './definition';
export { ContractError, type ContractErrorCode } from './contract-error';
export { jsonSchema } from './json-schema';
