/** Settings of a definition in place of properties, where their names differ. */
const INSTEAD: Readonly<Record<string, string>> = {
  'AuthorizerId': 'authorizer',
  'RequestValidatorId': 'requestValidator',
  'MinimumCompressionSize': 'minCompressionSize',
  'MethodSettings': 'methodOptions',
  'AccessLogSetting': 'accessLogDestination',
  'Integration.TimeoutInMillis': 'timeout of the integration',
  'Integration.Credentials': 'credentialsRole of the integration',
  'Integration.Uri': 'another integration',
  'Integration.Type': 'another integration',
  'Integration.IntegrationHttpMethod': 'another integration',
};

/**
 * Which properties of a resource are not as they were declared, each with what says it in a definition: `ApiKeyRequired
 * (apiKeyRequired)`. @param declared - JSON of all properties @param deployed - the same
 */
export function changedProperties(declared: string, deployed: string): string[] {
  const [before, after] = [declared, deployed].map((text) => byName(JSON.parse(text))) as [Properties, Properties];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  return changed.filter((name) => name !== 'Integration.Uri' || calledBy(before) !== calledBy(after)).sort()
    .map((name) => `${name} (${INSTEAD[name] ?? memberName(name)})`);
}

type Properties = ReadonlyMap<string, string>;

/** Returns the properties by name, as JSON; properties of an integration are listed one by one. */
function byName(properties: Readonly<Record<string, unknown>>): Properties {
  const { Integration = {}, ...own } = properties;
  const ofIntegration = Object.entries(Integration as object).map(([name, value]): [string, unknown] => [`Integration.${name}`, value]);
  return new Map([...Object.entries(own), ...ofIntegration].map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The function that an address calls: that of its stream is another address. */
function calledBy(properties: Properties): string | undefined {
  const uri = properties.get('Integration.Uri');
  return /\/functions\/(.*)\/(?:response-streaming-)?invocations/.exec(uri ?? '')?.[1] ?? uri;
}

function memberName(property: string): string {
  const name = property.replace(/^Integration\./, '');
  const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return name === property ? member : `${member} of the integration`;
}
