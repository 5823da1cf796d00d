// Files that import each other, directly or not, and should not. The list may only become shorter: a file that leaves its cycle
// must leave the list, and none joins it.

/** Public constructs name each other in their types: an Api has a root, a Resource its Api. */
const CONSTRUCTS: readonly string[] = [
  'constructs/api-authorizers.ts',
  'constructs/api-functions.ts',
  'constructs/api-key.ts',
  'constructs/api-mark.ts',
  'constructs/collected-api.ts',
  'constructs/api.ts',
  'constructs/authorizers/authorizer.ts',
  'constructs/authorizers/jwt.ts',
  'constructs/deployment.ts',
  'constructs/destination.ts',
  'constructs/gateway-response.ts',
  'constructs/integration-target.ts',
  'constructs/integrations/integration.ts',
  'constructs/integrations/proxy.ts',
  'constructs/method-options.ts',
  'constructs/method-response.ts',
  'constructs/method.ts',
  'constructs/model.ts',
  'constructs/path-part.ts',
  'constructs/proxy-function.ts',
  'constructs/resource-cors.ts',
  'constructs/resource-interface.ts',
  'constructs/resource-options.ts',
  'constructs/resource-spec.ts',
  'constructs/resource.ts',
  'constructs/root-resource.ts',
  'constructs/stage-settings.ts',
  'constructs/stage.ts',
  'constructs/usage-plan.ts',
];

export const KNOWN_CYCLES: readonly string[] = [...CONSTRUCTS];
