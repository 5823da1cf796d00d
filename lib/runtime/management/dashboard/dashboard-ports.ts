import type { ReplyStream } from '../../http/reply-stream';
import type { TestProject } from '../../inspection/dashboard';
import type { Conversations } from '../../inspection/conversations';
import type { RequestRecords } from '../../inspection/request-records';
import type {
  ClockRequest, ClockState, ConnectionRecord, ConnectRequest, ConnectResult, DashboardState, LimitsState, LocalTokenRequest, MessageRequest,
  PlayRequest, RequestRecord, ResetRequest, TemplateRequest, TemplateResult,
} from '../../inspection/protocol';

export interface DashboardPorts {
  readonly records: RequestRecords;
  readonly conversations: Pick<Conversations, 'list' | 'get'>;
  readonly openEvents: () => ReplyStream;
  /** @param showsSecrets - whether values of API keys are complete */
  readonly state: (showsSecrets: boolean) => DashboardState;
  readonly now: () => number;
  readonly changeClock: (change: ClockRequest) => Promise<ClockState>;
  readonly limits: () => LimitsState;
  readonly resetLimits: (what: ResetRequest) => Promise<void>;
  /** Sends a request to the gateway's own port. @returns its id @throws API_UNKNOWN, OPTION_INVALID */
  readonly play: (request: PlayRequest) => Promise<string>;
  /** Connects to a WebSocket API, as its client. @throws API_UNKNOWN, OPTION_INVALID, DASHBOARD_CALL_INVALID */
  readonly connect: (request: ConnectRequest) => Promise<ConnectResult>;
  /** @throws DASHBOARD_CALL_INVALID if it cannot be sent */
  readonly sendMessage: (connection: ConnectionRecord, message: MessageRequest) => void;
  readonly disconnect: (connection: ConnectionRecord) => void;
  /** A token of the local issuer. @throws OPTION_INVALID if the gateway accepts none, USER_POOL_UNKNOWN, USER_POOL_NOT_CHOSEN */
  readonly issueToken: (request: LocalTokenRequest) => Promise<string>;
  readonly renderTemplate: (request: TemplateRequest) => Promise<TemplateResult>;
  /** Returns the surroundings that a request needs to be repeated elsewhere. */
  readonly surroundings: (record: RequestRecord) => RequestSurroundings;
  readonly page: () => Page | undefined;
  readonly reference: ReferencePorts;
}

export interface ReferencePorts {
  /** The page that renders references; it has none of them inside. @throws DOCS_RENDERER_MISSING */
  readonly page: () => Page;
  /** An API as an OpenAPI document. @throws API_UNKNOWN, PROTOCOL_NOT_WRITTEN */
  readonly document: (api: string) => object;
}

export interface RequestSurroundings {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly project: TestProject;
  readonly authorizerFunction: string | undefined;
  /** The method's authorizer and the header that it reads, if it takes tokens of an issuer. */
  readonly tokenAuthorizer: { readonly name: string; readonly header: string } | undefined;
  readonly isSigned: boolean;
  /** Keys whose values are not in the definition. */
  readonly openKeys: readonly string[];
}

export interface Page {
  readonly body: Buffer;
  readonly contentSecurityPolicy: string;
}
