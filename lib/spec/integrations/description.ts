import type { IntegrationResponseSpec } from '../mapping';
import type { Protocol } from '../protocol';
import { EVERY_API, foreignKind, foreignMembers, restApiOnly, WEBSOCKET_API_ONLY, type MemberPositions } from '../protocol-members';

/** API Gateway's kinds of integrations. */
export const AWS_TYPES = ['AWS_PROXY', 'AWS', 'MOCK', 'HTTP', 'HTTP_PROXY'] as const;
export type AwsType = (typeof AWS_TYPES)[number];

/**
 * The description of an integration for code that does not depend on its kind. Each kind provides it beside its schema; every
 * member is required, so that a new kind takes a position on all of them.
 */
export interface IntegrationDescription {
  /** The name of the kind on AWS. */
  readonly awsType: AwsType;
  /** The action of a service that it names on AWS: `SQS-SendMessage`. */
  readonly awsSubtype: string | undefined;
  /** References to the functions it calls: names, or texts with stage variables. They are permitted on AWS and must exist. */
  readonly functions: readonly string[];
  /** The address of its backend. */
  readonly uri: string | undefined;
  /** The function or the address that it calls, for people. */
  readonly target: string | undefined;
  /** The VPC link through which its backend is reached. */
  readonly vpcLink: string | undefined;
  readonly timeoutMs: number | undefined;
  /** Whether the response is passed on while it is made. */
  readonly isStream: boolean;
  /** Sources by the parameters they are mapped to. */
  readonly requestParameters: Readonly<Record<string, string>>;
  /** Templates of the request body by media type. */
  readonly requestTemplates: Readonly<Record<string, string>>;
  /** Says what is wrong with the parameters of the service that it calls. */
  readonly parameterProblems: () => readonly string[];
  /** Parameters in the key of cached responses, in addition to the path. */
  readonly cacheKeyParameters: readonly string[];
  /** The namespace of cached responses that resources share. */
  readonly cacheNamespace: string | undefined;
  /** The declared responses; undefined where the backend's response is passed through. */
  readonly responses: readonly IntegrationResponseSpec[] | undefined;
  /** Whether the backend's response has a body that is passed on where no template makes another. */
  readonly hasBackendBody: boolean;
  /** Whether a POST body that says it is JSON must be JSON. @see docs/internals/parity-evidence.md, Endpoints*/
  readonly requiresJsonBody: boolean;
  /** Whether the backend is given the authorizer's context without a template naming it. */
  readonly receivesAuthorizerContext: boolean;
  /** The integration itself, or its members, that a kind of API does not have. */
  readonly foreignTo: (protocol: Protocol) => readonly string[];
  /** Why no call of it is possible, if none is. Such a method is never deployed. */
  readonly unavailable: string | undefined;
  /** The declarations of an unavailable method in its source, for listings. */
  readonly declared: { readonly authorizationType?: string; readonly authorizer?: string; readonly function?: string } | undefined;
}

/** The members of a mapping kind that not every kind of API has. */
interface MappingNode {
  readonly templateSelectionExpression?: string | undefined;
  readonly cacheKeyParameters: readonly string[];
  readonly cacheNamespace?: string | undefined;
  readonly responses: readonly IntegrationResponseSpec[];
}

const MAPPING_MEMBERS: MemberPositions<MappingNode> = {
  templateSelectionExpression: WEBSOCKET_API_ONLY, cacheKeyParameters: restApiOnly(), cacheNamespace: restApiOnly(), responses: EVERY_API,
};

const RESPONSE_MEMBERS: MemberPositions<IntegrationResponseSpec> = {
  statusCode: EVERY_API, selectionPattern: EVERY_API, contentHandling: EVERY_API, responseTemplates: EVERY_API,
  responseParameters: restApiOnly(), templateSelectionExpression: WEBSOCKET_API_ONLY,
};

/** The answer of the kinds that map requests and responses, which HTTP APIs do not have. */
export function ofMappingApis(kind: string, { templateSelectionExpression, cacheKeyParameters, cacheNamespace, responses }: MappingNode): Pick<IntegrationDescription, 'foreignTo'> {
  return {
    foreignTo: (protocol) => [
      ...foreignKind(`integration ${kind}`, ['rest', 'websocket'], protocol),
      ...foreignMembers({ templateSelectionExpression, cacheKeyParameters, cacheNamespace, responses }, MAPPING_MEMBERS, protocol),
      ...responses.flatMap((response) => foreignMembers(response, RESPONSE_MEMBERS, protocol)),
    ],
  };
}

/** The members about the cache, of kinds that have them. */
interface CacheKeyNode {
  readonly cacheKeyParameters: readonly string[];
  readonly cacheNamespace?: string | undefined;
}

const noProblems = () => [];

/** The answers of the kinds that map requests and responses. */
export function describeMapping({ requestParameters, requestTemplates, responses, cacheKeyParameters, cacheNamespace }: CacheKeyNode & {
  readonly requestParameters: Readonly<Record<string, string>>;
  readonly requestTemplates: Readonly<Record<string, string>>;
  readonly responses: readonly IntegrationResponseSpec[];
}) {
  const never = {
    awsSubtype: undefined, isStream: false, receivesAuthorizerContext: false, unavailable: undefined, declared: undefined,
    parameterProblems: noProblems,
  } as const;
  return { requestParameters, requestTemplates, responses, vpcLink: undefined, cacheKeyParameters, cacheNamespace, ...never } as const;
}

/** The answers of the kinds that pass requests and responses through. */
export function describePassthrough({ requestParameters, responseTransferMode, cacheKeyParameters, cacheNamespace }: CacheKeyNode & {
  readonly requestParameters: Readonly<Record<string, string>>;
  readonly responseTransferMode: 'BUFFERED' | 'STREAM';
}) {
  return {
    requestParameters, requestTemplates: {}, responses: undefined, isStream: responseTransferMode === 'STREAM', hasBackendBody: true,
    awsSubtype: undefined, vpcLink: undefined, unavailable: undefined, declared: undefined, parameterProblems: noProblems,
    cacheKeyParameters, cacheNamespace,
  } as const;
}
