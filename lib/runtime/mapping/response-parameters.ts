import { headerValues, type HeaderField, type HeaderList } from '../http/headers';
import type { Validated } from '../plan/exchange';
import { remapResponseHeaders } from './header-rules';
import type { RunInSandbox } from '../sandbox/jobs';
import { bodyPaths, compileCommon, headerText, type CommonSource, type Read } from './parameters';
import { readBodyInTime, type BodyTexts } from './read-body';
import type { TemplateScope } from './template-scope';

/** The answer of an integration. */
export interface EndpointResponse {
  readonly headers: HeaderList;
  readonly body: Buffer;
}

interface ResponseSource extends CommonSource {
  readonly headers: HeaderList;
}

/**
 * Compiles `method.response.header.name` ← source. A missing source sets nothing; some names are renamed or dropped.
 * @param run reads long bodies off the main thread
 * @throws by the returned function: RESPONSE_BODY_NOT_JSON, SANDBOX_BUSY
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export function compileResponseParameters(
  parameters: Readonly<Record<string, string>>, service: string, run: RunInSandbox,
): MapResponse<HeaderField[] | Promise<HeaderField[]>> {
  const mappings = Object.entries(parameters).map(([to, from]) => ({
    name: to.replace(/^method\.response\.header\./, ''),
    read: compileCommon(from) ?? compileSource(from),
  }));
  const wanted = { direction: 'response', paths: bodyPaths(Object.values(parameters)) } as const;
  return (response, request, { context }) => {
    const map = (body: BodyTexts): HeaderField[] => {
      const source: ResponseSource = { headers: response.headers, context, stageVariables: request.stage.variables, body };
      const mapped = mappings.flatMap(({ name, read }) => {
        const values = read(source);
        return values.length === 0 ? [] : [{ name, value: headerText(values.join(',')) }];
      });
      return remapResponseHeaders(mapped, service);
    };
    const body = readBodyInTime(response.body, wanted, run);
    return body instanceof Promise ? body.then(map) : map(body);
  };
}

type MapResponse<Mapped> = (response: EndpointResponse, request: Validated, scope: TemplateScope) => Mapped;

/** `integration.response.…`: a header's last value, or all values joined with a comma. */
function compileSource(expression: string): Read<ResponseSource> {
  const [, family = '', rest = ''] = /^integration\.response\.(\w+)(.*)$/s.exec(expression) ?? [];
  const name = rest.slice(1);
  switch (family) {
    case 'header': return ({ headers }) => headerValues(headers, name).slice(-1);
    case 'multivalueheader': return ({ headers }) => headerValues(headers, name);
    default: return () => [];
  }
}
