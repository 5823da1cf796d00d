import type { GatewayResponsePlan, GatewayResponses, ResolveVariable } from '../plan/gateway-response';
import type { GatewayResponseType } from '../../errors';
import type { DeployedSpec, GatewayResponseSpec } from '../../spec';
import { mediaType } from '../http/headers';

/** Reads the gateway responses of a deployment. */
export function compileGatewayResponses(responses: DeployedSpec['gatewayResponses']): GatewayResponses {
  const plans = new Map<GatewayResponseType, GatewayResponsePlan>();
  // keys of the schema's enum
  for (const [type, spec] of Object.entries(responses)) plans.set(type as GatewayResponseType, compilePlan(spec));
  return plans;
}

function compilePlan({ statusCode, responseParameters, responseTemplates }: GatewayResponseSpec): GatewayResponsePlan {
  const templates = Object.entries(responseTemplates).map(([type, text]) => ({ mediaType: type, render: compileTemplate(text) }));
  return {
    status: statusCode === undefined ? undefined : Number(statusCode),
    headers: Object.entries(responseParameters).map(([target, source]) => ({
      name: target.slice('gatewayresponse.header.'.length),
      value: source.startsWith('\'') ? () => source.slice(1, -1) : (resolve) => resolve(source),
    })),
    template: (accept) => {
      const wanted = mediaType(accept);
      const named = (type: string | undefined) => templates.find((one) => one.mediaType.toLowerCase() === type);
      return named(wanted) ?? named('application/json') ?? templates[0];
    },
  };
}

const NAME = '(?:context|stageVariables|method\\.request)(?:\\.[A-Za-z0-9_-]+)+';
/** `$name` or `${name}`; a brace that was not opened, as in `{"message":$context.error.messageString}`, belongs to the text. */
const VARIABLE = new RegExp(`\\$(?:(${NAME})|\\{(${NAME})\\})`, 'g');

/** Only variables are replaced; one without a value is empty. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html */
function compileTemplate(text: string): (resolve: ResolveVariable) => string {
  return (resolve) => text.replace(VARIABLE, (_, bare: string | undefined, braced: string | undefined) => resolve(bare ?? braced ?? '') ?? '');
}
