import type { GatewayReply } from '../http/reply';
import type { RequestProgress, RoutedRequest } from './exchange';
import type { EndpointRecord } from './integration';
import type { NamedQuota } from './limits';
import type { Step } from './step';

/** The properties of a planned method, for the rows of its requests. */
export interface InspectedMethod {
  /** Whether the API has a resource policy. */
  readonly hasPolicy: boolean;
  /** `AWS_IAM`, or the name of the authorizer; undefined if anybody may call. */
  readonly authorizer: string | undefined;
  /** The function that the integration calls, if any. */
  readonly function: string | undefined;
  /** `proxy Pets` */
  readonly label: string;
  readonly hasTemplates: { readonly request: boolean; readonly response: boolean };
  /** How the integration shows what it sends and receives; its types belong to the kind. */
  readonly endpoint: EndpointRecord<unknown, unknown> | undefined;
  /** How many requests of the current period a quota has counted. */
  readonly quotaUsed: (quota: NamedQuota) => number;
}

/** A mapping template that a request has rendered. */
export interface Rendering {
  readonly place: 'request' | 'response';
  readonly mediaType: string;
  readonly template: string;
  /** The value of `$input.body`. */
  readonly input: string;
  readonly output: string;
}

/** Watches requests for the dashboard. Without a dashboard there is none: methods are planned without it, and no step has more to do. */
export interface Inspection {
  /** The steps of a method, watched; once per load. */
  readonly watch: (steps: readonly Step[], method: InspectedMethod) => readonly Step[];
  /** @returns the trace of the request, which stays with it */
  readonly begin: (progress: RequestProgress) => object;
  /** The reply with an explanation, if there is something to explain; before it is logged and sent. */
  readonly explain: (reply: GatewayReply, progress: RequestProgress) => GatewayReply;
  /** The reply as it is sent. */
  readonly answered: (reply: GatewayReply, progress: RequestProgress) => GatewayReply;
  readonly rendered: (request: RoutedRequest, rendering: Rendering) => void;
}
