import { GatewayError } from '../../errors';
import {
  FORM_TEXTS, mapTexts, parameterValue, REGION_PARAMETER, subtypeOf, targetText, type ParameterValue, type ServiceProxyIntegrationSpec,
} from '../../spec';
import { FRAMING } from '../http/framing';
import { withoutHeaders } from '../http/headers';
import { compileRequestValue, compileResponseMappings } from '../mapping/http-mappings';
import type { RoutedRequest } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';
import { gatewayHeaders } from './backend-headers';
import { PLAIN, type CompileContext } from './compile-context';
import { validEndpoint } from './endpoint';
import { backendRequest, recordedBackend } from './http';
import { serviceAccess, serviceRequestId, type ServiceAccess } from './service-access';
import { subtypeRequest } from './subtype-request';

/**
 * AWS service of an HTTP API: the parameters of its action are mapped from the request, and status, headers and body of its answer
 * are passed on. A parameter that gets no value from a request refuses it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services.html; for the refusal
 * https://github.com/aws-samples/sessions-with-aws-sam/issues/38
 */
export function compileServiceProxy(
  spec: ServiceProxyIntegrationSpec, context: CompileContext,
): CompiledIntegration<{ readonly access: ServiceAccess; readonly backend: BackendRequest }, BackendResponse> {
  const { subtype, timeoutMs } = spec;
  const { service, action, parameters: forms } = subtypeOf(subtype);
  const target = { service, action, actionParameters: [] };
  const ownAccess = serviceAccess(target, context);
  const parameters = Object.entries({ ...forms, [REGION_PARAMETER]: 'region' as const })
    .flatMap(([name, form]) => (Object.hasOwn(spec.parameters, name) ? [[name, compileParameter(spec, name, form)] as const] : []));
  const mapResponse = compileResponseMappings(spec.responseMappings);
  return {
    ...PLAIN,
    label: targetText(spec),
    endpoint: {
      request: ({ backend }) => recordedBackend(backend),
      answer: (response) => ({ ...response, requestId: serviceRequestId(response) }),
    },
    checkReachable: ownAccess.checkReachable,
    request: (validated) => {
      ownAccess.checkReachable();
      const values = new Map(parameters.map(([name, read]) => [name, read(validated)]));
      const region = values.get(REGION_PARAMETER);
      values.delete(REGION_PARAMETER);
      const access = region === undefined ? ownAccess : serviceAccess({ ...target, region: String(region) }, context);
      const { call, base = '' } = access;
      if (call === undefined) throw new GatewayError('SERVICE_ACTION_UNKNOWN', { service, action });
      const { httpMethod, pathAndQuery, headers, body } = subtypeRequest(subtype, call, values);
      const backend = backendRequest({ httpMethod, timeoutMs }, validated, {
        url: validEndpoint(`${base}${pathAndQuery}`), headers: [...gatewayHeaders(validated), ...headers], body: Buffer.from(body, 'utf8'),
      });
      return { access, backend };
    },
    call: ({ access, backend }) => access.send(backend),
    response: ({ status, headers, body }, _, validated) =>
      mapResponse({ status, headers: withoutHeaders(headers, FRAMING), body }, validated),
  };
}

type Form = Parameters<typeof parameterValue>[0];

/** Compiles the value of a parameter. @throws SUBTYPE_PARAMETER_UNRESOLVED by each request */
function compileParameter(
  { subtype, parameters }: ServiceProxyIntegrationSpec, name: string, form: Form,
): (request: RoutedRequest) => ParameterValue {
  const source = parameters[name] ?? '';
  const read = compileText(source, form);
  const unresolved = (reason: string) => new GatewayError('SUBTYPE_PARAMETER_UNRESOLVED', { subtype, parameter: name, source, reason });
  return (request) => {
    const text = read(request);
    if (text === '') throw unresolved('has no value in this request');
    const value = parameterValue(form, text);
    if (value === undefined) throw unresolved(`is not ${FORM_TEXTS[form]}`);
    return value;
  };
}

/** Texts within JSON are mapped one by one, so that no value of a request can add members. */
function compileText(source: string, form: Form): (request: RoutedRequest) => string {
  const json = form === 'attributes' || form === 'list' ? jsonIn(source) : undefined;
  if (json === undefined) return compileRequestValue(source);
  return (request) => JSON.stringify(mapTexts(json, (text) => compileRequestValue(text)(request)));
}

function jsonIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // an expression, or a text with one where JSON has a value
  }
}
