import type { MockIntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../exchange';
import { mockStatusInTime } from '../mapping/mock-status';
import { payloadBytes } from '../mapping/payload';
import { compileRequestParameters } from '../mapping/request-parameters';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import type { CompileContext } from './compile-context';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';

interface MockRequest {
  readonly scope: TemplateScope;
  /** The status that the request template names, as text; it selects the response. */
  readonly status: string;
}

/**
 * No backend: the request template prints `{"statusCode": 200}`, which selects the response. Response templates see no
 * body. What is mapped into the request goes nowhere, but a mapping that cannot be done fails the call as it does elsewhere.
 * @see aws-data-plane §10
 */
export function compileMock(spec: MockIntegrationSpec, { stage, run }: CompileContext): CompiledIntegration<MockRequest, undefined> {
  const requestBody = compileRequestBody(spec, run);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'http', service: stage.vendor.headerPrefix }, run);
  const respond = compileMappedResponse(spec.responses, { stage, run });
  return {
    tracesResponses: false,
    requiresJsonBody: false,
    label: 'mock',
    request: async (validated) => {
      const scope = templateScope(validated);
      await parameters(validated, scope);
      const text = payloadBytes(await requestBody(validated, scope)).toString('utf8');
      return { scope, status: String(await mockStatusInTime(text, run)) };
    },
    call: () => Promise.resolve(undefined),
    response: (_, { scope, status }, validated) => respond({ selects: status, headers: [], body: Buffer.alloc(0) }, validated, scope),
  };
}
