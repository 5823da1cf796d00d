import type { GatewaySpecInput } from '../spec';

/** The parts of a spec as constructs write them; members with a default may be missing. */
export type ApiInput = GatewaySpecInput['api'];
export type FunctionInput = NonNullable<GatewaySpecInput['functions']>[string];
export type DestinationInput = NonNullable<FunctionInput['onFailure']>;
export type ResourceInput = NonNullable<GatewaySpecInput['resources']>[string];
export type CorsInput = NonNullable<ResourceInput['cors']>;
export type MethodsInput = NonNullable<ResourceInput['methods']>;
export type MethodInput = NonNullable<MethodsInput['ANY']>;
export type AuthorizationInput = NonNullable<MethodInput['authorization']>;
export type AuthorizerInput = NonNullable<GatewaySpecInput['authorizers']>[string];
export type IntegrationInput = MethodInput['integration'];
export type ModelInput = NonNullable<GatewaySpecInput['models']>[string];
export type RequestValidatorInput = NonNullable<GatewaySpecInput['requestValidators']>[string];
export type GatewayResponseInput = NonNullable<NonNullable<GatewaySpecInput['gatewayResponses']>['DEFAULT_4XX']>;
export type StageInput = NonNullable<GatewaySpecInput['stages']>[string];
export type MethodSettingsInput = NonNullable<StageInput['methodSettings']>;
export type ApiKeyInput = NonNullable<GatewaySpecInput['apiKeys']>[string];
export type UsagePlanInput = NonNullable<GatewaySpecInput['usagePlans']>[string];

/** The value of an enum member as a string, a type that TypeScript distinguishes from the enum. */
export function enumValue<Member extends string>(member: Member): `${Member}`;
export function enumValue<Member extends string>(member: Member | undefined): `${Member}` | undefined;
export function enumValue<Member extends string>(member: Member | undefined): `${Member}` | undefined {
  return member === undefined ? undefined : (`${member}` as const);
}
