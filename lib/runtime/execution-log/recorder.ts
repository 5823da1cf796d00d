import type { StartPhase } from '../access-log/phases';
import type { Validated } from '../exchange';
import type { HeaderList } from '../headers';

/** What goes to an integration's endpoint. */
export interface RecordedRequest {
  readonly uri: string;
  readonly headers: HeaderList;
  readonly body: Buffer | string;
}

/** What an endpoint answered. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer | string;
}

/** Receives what the steps of one request do, for its execution log. Requests without a recorder pay nothing. */
export interface Recorder {
  readonly endpointRequest: (request: RecordedRequest) => void;
  readonly endpointAnswer: (answer: RecordedAnswer) => void;
  /** Only where a log has what the phases of authorization did. */
  readonly phase?: StartPhase;
}

/** How a kind of integration tells what it sends and gets; kinds that call nothing have none. */
export interface EndpointRecord<Request, Response> {
  request(request: Request, validated: Validated): RecordedRequest;
  answer(response: Response, validated: Validated): RecordedAnswer;
}
