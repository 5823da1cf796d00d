import { headerValue, headerValues, type HeaderList } from '../http/headers';
import type { CorsDiagnosis } from './protocol';

export interface BrowserCall {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly answer: { readonly status: number; readonly headers: HeaderList; readonly isFromGateway: boolean };
}

/** @see https://fetch.spec.whatwg.org/#cors-safelisted-method and #cors-safelisted-request-header */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'POST']);
/** A wildcard does not cover it. @see https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name */
const NEVER_BY_WILDCARD = 'authorization';

/**
 * Diagnoses an answer to a page of another origin as a browser does; undefined if no page asked, or one of the gateway's own
 * origin. The checks are those of the Fetch standard, in its order.
 * @see https://fetch.spec.whatwg.org/#cors-check, #cors-preflight-fetch
 */
export function diagnoseCors(call: BrowserCall): CorsDiagnosis | undefined {
  const origin = headerValue(call.headers, 'origin');
  if (origin === undefined || isOwn(origin, call.headers)) return undefined;
  const wanted = headerValue(call.headers, 'access-control-request-method');
  const isPreflight = call.method === 'OPTIONS' && wanted !== undefined;
  const findings = isPreflight ? preflightProblems(call, origin, wanted) : answerProblems(call, origin);
  const problems = findings.map(({ problem }) => problem);
  const [first] = findings;
  return { origin, ok: first === undefined, problems, ...(first === undefined ? {} : { fix: first.fix }) };
}

interface Finding {
  readonly problem: string;
  readonly fix: string;
}

function isOwn(origin: string, headers: HeaderList): boolean {
  const host = headerValue(headers, 'host');
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

function preflightProblems(call: BrowserCall, origin: string, wanted: string): Finding[] {
  const { answer, path } = call;
  if (answer.status < 200 || answer.status > 299) {
    const reason = answer.isFromGateway ? `${path} has no OPTIONS method that answers preflights` : 'that is what the OPTIONS method of the API returns';
    return [{
      problem: `the preflight of ${wanted} ${path} was answered with ${answer.status}: ${reason}, so the browser does not send the request`,
      fix: `Declare CORS on the resource: addCorsPreflight({ allowOrigins: ['${origin}'] }).`,
    }];
  }
  return [...originFindings(call, origin), ...methodFindings(call, wanted), ...headerFindings(call)];
}

function answerProblems(call: BrowserCall, origin: string): Finding[] {
  const { answer } = call;
  const missing = headerValue(answer.headers, 'access-control-allow-origin') === undefined;
  if (missing && answer.isFromGateway) {
    return [{
      problem: `the gateway's own ${answer.status} has no Access-Control-Allow-Origin, so the page sees a CORS error instead of it`,
      fix: 'Set corsOnGatewayErrors of the Api, or add the header to its gateway responses DEFAULT_4XX and DEFAULT_5XX.',
    }];
  }
  return originFindings(call, origin);
}

/** The CORS check of every answer. Cookies are only sent by pages that ask for credentials. */
function originFindings({ answer, headers, method }: BrowserCall, origin: string): Finding[] {
  const allowed = headerValues(answer.headers, 'access-control-allow-origin');
  const hasCredentials = method !== 'OPTIONS' && headerValue(headers, 'cookie') !== undefined;
  const [value] = allowed;
  const add = `Return Access-Control-Allow-Origin: ${origin} from the function, or map the header in the method's responses.`;
  if (value === undefined) return [{ problem: 'the answer has no Access-Control-Allow-Origin, so browsers block it', fix: add }];
  if (allowed.length > 1) return [{ problem: `the answer has Access-Control-Allow-Origin ${allowed.length} times (${allowed.join(', ')}); browsers accept one`, fix: 'Send it from one place: the function or the gateway.' }];
  if (value === '*' && hasCredentials) {
    return [{ problem: 'the page sends cookies, for which Access-Control-Allow-Origin: * does not count', fix: `Name the origin, ${origin}, and send Access-Control-Allow-Credentials: true.` }];
  }
  if (value !== '*' && value !== origin) {
    return [{ problem: `Access-Control-Allow-Origin is ${value}, but the page is from ${origin}`, fix: `Add ${origin} to the allowed origins. Scheme, host and port must be the same, without a slash at the end.` }];
  }
  if (hasCredentials && headerValue(answer.headers, 'access-control-allow-credentials') !== 'true') {
    return [{ problem: 'the page sends cookies, and the answer has no Access-Control-Allow-Credentials: true', fix: 'Allow credentials in the CORS options, and send the header with the answer.' }];
  }
  return [];
}

function methodFindings({ answer }: BrowserCall, wanted: string): Finding[] {
  const allowed = listed(answer.headers, 'access-control-allow-methods');
  if (SAFE_METHODS.has(wanted) || allowed.includes(wanted.toLowerCase()) || allowed.includes('*')) return [];
  return [{ problem: `the preflight does not allow the method ${wanted}; it allows ${allowed.join(', ').toUpperCase() || 'none'}`, fix: `Add ${wanted} to allowMethods of the CORS options.` }];
}

function headerFindings({ headers, answer }: BrowserCall): Finding[] {
  const allowed = listed(answer.headers, 'access-control-allow-headers');
  const isAllowed = (name: string): boolean => allowed.includes(name) || (allowed.includes('*') && name !== NEVER_BY_WILDCARD);
  const refused = listed(headers, 'access-control-request-headers').filter((name) => !isAllowed(name));
  if (refused.length === 0) return [];
  const names = refused.join(', ');
  return [{ problem: `the preflight does not allow the request header${refused.length > 1 ? 's' : ''} ${names}`, fix: `Add ${names} to allowHeaders of the CORS options.` }];
}

function listed(headers: HeaderList, name: string): string[] {
  return headerValues(headers, name).join(',').split(',').map((one) => one.trim().toLowerCase()).filter((one) => one !== '');
}
