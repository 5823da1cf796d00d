import { ofKind } from '../openapi';
import { describeIntegration, type IntegrationKind, type IntegrationOf, type IntegrationSpec } from '../spec';
import { call, object, objectOrNothing, quoted, type Code, type Members } from './code';
import type { RouteIntegrationContext } from './integrations';
import { constantCase } from './names';
import { isSecret } from './secrets';
import { addressCode } from './texts';
import { duration, enumUnless } from './values';

type Writer<Kind extends IntegrationKind> = (spec: IntegrationOf<Kind>, context: RouteIntegrationContext) => Code;

/** An address that nobody answers, for what is not called: the route is closed beside. */
const NOWHERE = 'https://not-carried-over.invalid';

/** No HTTP API has these: the rule about kinds of APIs refuses them. */
const foreign = (spec: { readonly type: string }): Code => {
  throw new TypeError(`no integration of an HTTP API: ${spec.type}`);
};

const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (spec, context) => {
    const { program, functions, id } = context;
    const isOld = spec.payloadFormatVersion === '1.0';
    return call(`new ${program.use('HttpLambdaIntegration')}`, quoted(id), functions.get(spec.function) ?? quoted(spec.function), objectOrNothing({
      payloadFormatVersion: isOld ? `${program.use('PayloadFormatVersion')}.VERSION_1_0` : undefined, ...shared(spec, context),
    }));
  },
  'http-proxy': (spec, context) => {
    const { program, id, location } = context;
    if (spec.vpcLink !== undefined) program.differs(location, `the VPC link ${spec.vpcLink}`, 'the backend is called through the internet');
    if (spec.serverNameToVerify !== undefined) program.differs(location, `the name ${spec.serverNameToVerify} to verify`, 'the name in the address is verified');
    return call(`new ${program.use('HttpUrlIntegration')}`, quoted(id), addressCode(spec.uri, context), objectOrNothing({
      method: enumUnless(program, 'HttpMethod', { value: spec.httpMethod.toUpperCase(), fallback: 'ANY' }), ...shared(spec, context),
    }));
  },
  'service-proxy': (spec, context) => {
    const { program, id, location } = context;
    if (spec.responseMappings !== undefined) program.differs(location, 'the mapping of responses', 'responses are passed on unchanged');
    return call(`new ${program.use('HttpAwsIntegration')}`, quoted(id), object({
      subtype: `${program.use('HttpIntegrationSubtype')}.${subtypeConstant(spec.subtype)}`,
      parameterMapping: mappingCode(spec.parameters, context),
      credentialsRole: spec.credentials === undefined ? undefined : object({ roleArn: quoted(spec.credentials) }),
      timeout: spec.timeoutMs === 30_000 ? undefined : duration(program, spec.timeoutMs),
    }));
  },
  'unavailable': (_, { program, id }) => call(`new ${program.use('HttpUrlIntegration')}`, quoted(id), quoted(NOWHERE)),
  'mapped': foreign, 'mock': foreign, 'http': foreign, 'service': foreign,
};

export function httpIntegrationCode(spec: IntegrationSpec, context: RouteIntegrationContext): Code {
  return ofKind(WRITERS, spec, context);
}

/** A name for an integration: its function, the host of its backend, or the action of a service. */
export function integrationName(spec: IntegrationSpec): string {
  const { functions: [called], uri, target, unavailable } = describeIntegration(spec);
  if (unavailable !== undefined) return 'NotCarriedOver';
  return called?.replace(/\$\{stageVariables\.(\w+)\}/g, '$1') ?? (uri === undefined ? target?.split(' ')[0] : /^https?:\/\/([\w.-]+)/.exec(uri)?.[1]) ?? 'Backend';
}

type Shared = Pick<IntegrationOf<'proxy'>, 'timeoutMs' | 'credentials' | 'requestMappings' | 'responseMappings'>;

function shared({ timeoutMs, credentials, requestMappings, responseMappings }: Shared, context: RouteIntegrationContext): Members {
  const { program, location } = context;
  if (credentials !== undefined) program.differs(location, 'the role of the integration (credentials)', 'functions permit the API to call them');
  if (responseMappings !== undefined) program.differs(location, 'the mapping of responses', 'responses are passed on unchanged');
  return {
    parameterMapping: requestMappings === undefined ? undefined : mappingCode(requestMappings, context),
    timeout: timeoutMs === 30_000 ? undefined : duration(program, timeoutMs),
  };
}

/** `SQS_SEND_MESSAGE`; names of services are one word. */
function subtypeConstant(subtype: string): string {
  const [service = '', action = ''] = subtype.split('-');
  return `${service.toUpperCase()}_${constantCase(action)}`;
}

function mappingCode(mappings: Readonly<Record<string, string>>, { program, location }: RouteIntegrationContext): Code {
  const value = program.use('MappingValue');
  return call(`${program.use('ParameterMapping')}.fromObject`, objectOrNothing(Object.fromEntries(Object.entries(mappings).map(([key, text]) => {
    const name = key.replace(/^.*?\./, '');
    const isConstant = !text.includes('$');
    if (!isConstant || !isSecret(name, text)) return [key, call(`${value}.custom`, quoted(text))];
    const read = program.secret(location, `the constant of ${key}`, { value: text, wanted: [constantCase(name), `BACKEND_${constantCase(name)}`] });
    return [key, call(`${value}.custom`, program.readSecret(read))];
  }))));
}
