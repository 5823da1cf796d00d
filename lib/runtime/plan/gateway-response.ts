import type { GatewayResponseType } from '../../errors';

/** Resolves a source or variable such as `context.requestId`; `undefined` if there is no value. */
export type ResolveVariable = (source: string) => string | undefined;

/** A customized gateway response, read once at load. */
export interface GatewayResponsePlan {
  readonly status: number | undefined;
  readonly headers: readonly { readonly name: string; readonly value: (resolve: ResolveVariable) => string | undefined }[];
  /** The template for a client's Accept. */
  readonly template: (accept: string | undefined) => ResponseTemplate | undefined;
}

export interface ResponseTemplate {
  readonly mediaType: string;
  readonly render: (resolve: ResolveVariable) => string;
}

export type GatewayResponses = ReadonlyMap<GatewayResponseType, GatewayResponsePlan>;
