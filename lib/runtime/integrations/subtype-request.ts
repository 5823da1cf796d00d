import { subtypeOf, type MessageAttributes, type ParameterValue, type SubtypeName } from '../../spec';
import type { HeaderField } from '../http/headers';
import type { ServiceCall } from './aws-services';

/** The values of the parameters of a subtype, in the service's order. */
export type SubtypeValues = ReadonlyMap<string, ParameterValue>;

export interface SubtypeRequest {
  readonly httpMethod: string;
  readonly pathAndQuery: string;
  readonly headers: readonly HeaderField[];
  readonly body: string;
}

type Service = ReturnType<typeof subtypeOf>['service'];

const WRITERS: Readonly<Record<Service, (call: ServiceCall, values: SubtypeValues) => Partial<SubtypeRequest>>> = {
  'events': (_, values) => ({ body: JSON.stringify({ Entries: [Object.fromEntries(values)] }) }),
  'kinesis': (_, values) => ({ body: JSON.stringify(Object.fromEntries(values)) }),
  // its parameters begin with small letters
  'states': (_, values) => ({ body: JSON.stringify(Object.fromEntries([...values].map(([name, value]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value]))) }),
  'sqs': ({ pathAndQuery }, values) => {
    const [path = '/', action = ''] = pathAndQuery.split('?');
    const form = [...values].flatMap(([name, value]) => formFields(name, value));
    return {
      pathAndQuery: path, headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' }],
      body: [action, ...form.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)].join('&'),
    };
  },
  'appconfig': ({ pathAndQuery }, values) => {
    const filled = pathAndQuery.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
    const version = values.get('ClientConfigurationVersion');
    return { pathAndQuery: version === undefined ? filled : `${filled}&client_configuration_version=${encodeURIComponent(String(version))}` };
  },
};

export function subtypeRequest(subtype: SubtypeName, call: ServiceCall, values: SubtypeValues): SubtypeRequest {
  const { httpMethod = 'POST', pathAndQuery, headers } = call;
  return { httpMethod, pathAndQuery, headers, body: '', ...WRITERS[subtypeOf(subtype).service](call, values) };
}

/** The fields of a form, in which lists and attributes are numbered: `MessageAttribute.1.Name`. */
function formFields(name: string, value: ParameterValue): (readonly [string, string])[] {
  if (typeof value !== 'object') return [[name, String(value)]];
  const single = name.replace(/s$/, '');
  if (isList(value)) return value.map((item, index) => [`${single}.${index + 1}`, item]);
  return Object.entries(value).flatMap(([attribute, parts], index) => [
    [`${single}.${index + 1}.Name`, attribute] as const,
    ...Object.entries(parts).map(([part, text]) => [`${single}.${index + 1}.Value.${part}`, text] as const),
  ]);
}

function isList(value: readonly string[] | MessageAttributes): value is readonly string[] {
  return Array.isArray(value);
}
