/** Entry point `synthgate/contract`: what a route takes and answers, declared once for gateway, handler and client. */
export { createClient, type CallInput, type CallOptions, type Client, type ClientOptions, type HeaderValues } from './client/create-client';
export { GatewayError, type GatewayErrorParts, type GatewayStatus } from './client/client-error';
export { contract, type Contract, type ContractsOf } from './contract';
export type { Checked } from './checked';
export type { ContractDefinition, RequestExample, ResponseDefinition, ResponseDetails, TextValues } from './definition';
export { ContractError, type ContractErrorCode } from './contract-error';
export { addContract, type AddContractOptions, type ContractApi } from './declare/add-contract';
export type { GatewayEvent, GatewayResult, InvocationContext } from './handler/event';
export { handle, type ContractHandler, type HandleOptions, type HandlerOf, type HandlerRequest, type InvalidRequest } from './handler/handle';
export { jsonSchema } from './json-schema';
export type { AnswerOf, ReceivedOf } from './responses';
export type { ContractMethod, ParameterNames, Route } from './route';
export type { InputOf, OutputOf, Schema, SchemaIssue, SchemaResult } from './standard-schema';
export { verifyContracts, type ContractGateway, type VerifyOptions } from './verify/verify-contracts';
