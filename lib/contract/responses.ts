import type { ContractDefinition, ResponseDefinition, ResponseDetails } from './definition';
import type { InputOf, OutputOf, Schema } from './standard-schema';
import { isSchema } from './standard-schema';

/** The declared responses with all their details, by status. */
export function responsesOf({ responses }: ContractDefinition): Readonly<Record<string, ResponseDetails>> {
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, detailsOf(response)]));
}

/** A response, however short it was written. */
export function detailsOf(response: ResponseDefinition): ResponseDetails {
  if (response === null) return {};
  return isSchema(response) ? { body: response } : response;
}

/** The header by which clients tell a declared answer with an error status from one of the gateway itself. */
export const DECLARED_HEADER = 'contract-answer';

/** Whether bodies of a media type are JSON. */
export function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i.test(contentType);
}

type Statuses<D extends ContractDefinition> = keyof D['responses'] & number;

/** The answers that a handler may return: one type for each status. */
export type AnswerOf<D extends ContractDefinition> = { [Status in Statuses<D>]: HandlerAnswer<Status, D['responses'][Status]> }[Statuses<D>];

type HandlerAnswer<Status, Response> = { readonly status: Status } & HandlerBody<Response> & HandlerHeaders<Response>;

type HandlerBody<Response> = Response extends Schema ? { readonly body: InputOf<Response> }
  : Response extends { readonly body: infer Body } ? { readonly body: InputOf<Body> | BytesOf<Response> }
    : { readonly body?: undefined };

/** A body that is not JSON may be bytes. */
type BytesOf<Response> = Response extends { readonly contentType: `application/${string}json` } ? never
  : Response extends { readonly contentType: string } ? Uint8Array : never;

type HandlerHeaders<Response> = Response extends { readonly headers: infer Headers }
  ? { readonly headers: InputOf<Headers> & AnyHeaders }
  : { readonly headers?: AnyHeaders };

type AnyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The answers that a client receives: one type for each status. */
export type ReceivedOf<D extends ContractDefinition> = { [Status in Statuses<D>]: Received<Status, D['responses'][Status]> }[Statuses<D>];

interface Received<Status, Response> {
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Response extends Schema ? OutputOf<Response>
    : Response extends { readonly body: infer Body } ? OutputOf<Body>
      : undefined;
}
