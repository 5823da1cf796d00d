import { loss, type Issue } from '../errors';
import { canonicalText, DEFAULT_VENDOR, describeIntegration, methodsOf, protocolOf, type GatewaySpec, type Protocol } from '../spec';

/** A part: whether the definition has it, what it is, and what to do. */
type Part = readonly [isThere: boolean, what: string, how: string];

/** Issues for the parts of a definition that API Gateway needs besides a document. */
export function partsLeftOut(spec: GatewaySpec): Issue[] {
  const isForeign = canonicalText(spec.api.vendor) !== canonicalText(DEFAULT_VENDOR);
  const parts: Part[] = [...PARTS[protocolOf(spec)](spec), [isForeign, 'words of another vendor', 'API Gateway writes its own words into names of headers.']];
  return parts.filter(([isThere]) => isThere).map(([, what, how]) => loss('OPENAPI_PART_LEFT_OUT', spec.api.name, { what, how }));
}

const PARTS: Readonly<Record<Protocol, (spec: GatewaySpec) => Part[]>> = {
  'rest': (spec) => {
    const { api: { endpointType }, stages, apiKeys, usagePlans } = spec;
    const hasPlans = Object.keys(apiKeys).length + Object.keys(usagePlans).length > 0;
    return [
      [Object.keys(stages).length > 0, 'stages and their settings', 'Create them after the import, e.g. aws apigateway create-deployment --stage-name prod.'],
      [hasPlans, 'API keys and usage plans', 'Create them after the import: aws apigateway create-usage-plan.'],
      [endpointType !== 'EDGE', `the endpoint type ${endpointType}`, `Import with --parameters endpointConfigurationTypes=${endpointType}.`],
      [validatesJsonBodies(spec), 'the validation of JSON bodies', 'Give each POST a request validator and a model, or set jsonBodyValidation to aws.'],
    ];
  },
  'http': ({ stages, authorizers }) => {
    const hasOwnKeys = Object.values(authorizers).some((authorizer) => 'jwksUri' in authorizer && authorizer.jwksUri !== undefined);
    return [
      [Object.keys(stages).length > 0, 'stages and their settings', 'Create them after the import: aws apigatewayv2 create-stage --stage-name $default --auto-deploy.'],
      [hasOwnKeys, 'the address of keys (jwksUri)', 'API Gateway takes the one that the discovery document of the issuer names.'],
    ];
  },
  // no documents are written of them
  'function-url': () => [],
  'websocket': () => [],
};

/** Whether some POST is answered 400 for a body that API Gateway would hand to the function. */
function validatesJsonBodies(spec: GatewaySpec): boolean {
  const takesPosts = (httpMethod: string) => httpMethod === 'POST' || httpMethod === 'ANY';
  return spec.api.jsonBodyValidation === 'always'
    && methodsOf(spec).some(({ httpMethod, method }) => takesPosts(httpMethod) && describeIntegration(method.integration).requiresJsonBody);
}
