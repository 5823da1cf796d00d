import type { MockIntegrationSpec } from '../../spec';
import { mockStatusInTime } from '../mapping/mock-status';
import { payloadBytes } from '../mapping/payload';
import { compileRequestParameters } from '../mapping/request-parameters';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import { PLAIN, type CompileContext } from './compile-context';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';
import type { CompiledIntegration } from '../plan/integration';

/**
 * No backend: the request template prints `{"statusCode": 200}`, which selects the response. Response templates have no
 * body. Mapped request values go nowhere, but a mapping that fails also fails the call, as in other integrations.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
 */
export function compileMock(
  spec: MockIntegrationSpec, context: CompileContext,
): CompiledIntegration<{ readonly scope: TemplateScope; readonly status: string }, undefined> {
  const { stage, run } = context;
  const requestBody = compileRequestBody(spec, context);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'http', service: stage.vendor.headerPrefix }, run);
  const respond = compileMappedResponse(spec.responses, context);
  return {
    ...PLAIN,
    mapsResponses: true,
    label: 'mock',
    request: async (validated) => {
      const scope = templateScope(validated);
      await parameters(validated, scope);
      const text = payloadBytes(await requestBody(validated, scope)).toString('utf8');
      // the status that the request template names selects the response
      return { scope, status: String(await mockStatusInTime(text, run)) };
    },
    call: () => Promise.resolve(undefined),
    response: (_, { scope, status }, validated) => respond({ selects: status, headers: [], body: Buffer.alloc(0) }, validated, scope),
  };
}
