import { loss, type Issue } from '../../errors';
import { DEFAULT_VENDOR, describeDestination, describeIntegration, isLocalUrl, LIMITS, methodsOf, type GatewaySpec } from '../../spec';

/** The parts of a spec that API Gateway and Lambda do differently from the local gateway. */
export function lossesOf(spec: GatewaySpec): Issue[] {
  return [...vendorLoss(spec), ...functionLosses(spec), ...backendLosses(spec), ...cacheControlLosses(spec)];
}

/** On AWS the vendor names are AWS's, whatever was declared. */
function vendorLoss({ api: { name, vendor } }: GatewaySpec): Issue[] {
  const changed = Object.entries(vendor).filter(([member, word]) => word !== DEFAULT_VENDOR[member as keyof typeof DEFAULT_VENDOR]);
  return changed.length === 0 ? [] : [loss('AWS_VENDOR_NAMES', name, { words: changed.map(([, word]) => word).join(', ') })];
}

function functionLosses({ api, functions }: GatewaySpec): Issue[] {
  return Object.entries(functions).flatMap(([name, fn]) => {
    const location = `${api.name}/function ${name}`;
    const { concurrency, timeoutMs, onFailure } = fn;
    const url = onFailure && describeDestination(onFailure).url;
    return [
      ...(concurrency === LIMITS.functionConcurrency.default ? [] : [loss('AWS_FUNCTION_CONCURRENCY', location, { given: concurrency })]),
      ...(timeoutMs % 1000 === 0 ? [] : [loss('AWS_TIMEOUT_ROUNDED', location, { given: timeoutMs, rounded: Math.ceil(timeoutMs / 1000) })]),
      // the part of a URL after the host may contain a secret
      ...(url === undefined ? [] : [loss('AWS_DESTINATION_HTTP', location, { url: url.replace(/^(https?:\/\/[^/?]*).*$/, '$1') })]),
    ];
  });
}

/** On AWS, an address of the local machine is a different machine. */
function backendLosses(spec: GatewaySpec): Issue[] {
  return methodsOf(spec).flatMap(({ location, method: { integration } }) => {
    const { uri } = describeIntegration(integration);
    return uri !== undefined && isLocalUrl(uri) ? [loss('AWS_BACKEND_LOCAL', location, { uri })] : [];
  });
}

/** Cache settings that CloudFormation does not have, with the value that AWS uses. */
const SERVICE_ONLY = { requireAuthorizationForCacheControl: true, unauthorizedCacheControlHeaderStrategy: 'SUCCEED_WITH_RESPONSE_HEADER' } as const;

function cacheControlLosses({ api, stages }: GatewaySpec): Issue[] {
  return Object.entries(stages).flatMap(([name, { methodSettings }]) => Object.entries(methodSettings).flatMap(([key, settings]) =>
    (['requireAuthorizationForCacheControl', 'unauthorizedCacheControlHeaderStrategy'] as const).flatMap((setting) => {
      const [value, standard] = [settings[setting], SERVICE_ONLY[setting]];
      return value === undefined || value === standard ? [] : [loss('AWS_CACHE_CONTROL', `${api.name}/stage ${name}`, { setting, key, standard })];
    })));
}
