import { GatewayError } from '../../errors';
import type { HeaderList } from '../http/headers';

const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';
const SERVICE_NAME = 'OTEL_SERVICE_NAME';
const RESOURCE = 'OTEL_RESOURCE_ATTRIBUTES';
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Neither a line feed nor what HTTP leaves undefined. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** Headers that the request itself decides. */
const OWN: ReadonlySet<string> = new Set(['content-type', 'content-length', 'transfer-encoding', 'connection', 'host']);

/**
 * Reads the variables by which exporters of OpenTelemetry are set up everywhere.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 * @throws OPTION_INVALID, without the value if that may be a secret
 */
export function otlpEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  const headers = pairsOf(HEADERS, variables);
  if (!headers.every(isSendable)) throw invalid(HEADERS);
  const resource = Object.fromEntries(pairsOf(RESOURCE, variables).map(({ name, value }) => [name, value]));
  const serviceName = variables[SERVICE_NAME] || resource['service.name'] || 'synthgate'; // empty is the same as unset
  return { headers, resource: { ...resource, 'service.name': serviceName } };
}

function isSendable({ name, value }: HeaderList[number]): boolean {
  return TOKEN.test(name) && HEADER_VALUE.test(value) && !OWN.has(name.toLowerCase());
}

/** `name=value,name=value`, percent-encoded. */
function pairsOf(variable: string, variables: Readonly<Record<string, string | undefined>>): HeaderList {
  const texts = (variables[variable] ?? '').split(',').map((text) => text.trim()).filter((text) => text !== '');
  return texts.map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw invalid(variable);
    return { name: decoded(name, variable), value: decoded(value, variable) };
  });
}

function decoded(text: string, variable: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    throw invalid(variable);
  }
}

function invalid(option: string): GatewayError {
  return new GatewayError('OPTION_INVALID', { option, given: '(not shown)', allowed: 'name=value, separated by commas and percent-encoded' });
}
