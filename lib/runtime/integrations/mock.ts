import type { MockIntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../exchange';
import { mockStatus } from '../mapping/mock-status';
import { payloadBytes } from '../mapping/payload';
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
 * body.
 * @see aws-data-plane §10
 */
export function compileMock(spec: MockIntegrationSpec, { stage }: CompileContext): CompiledIntegration<MockRequest, undefined> {
  const requestBody = compileRequestBody(spec);
  const respond = compileMappedResponse(spec.responses, stage);
  return {
    tracesResponses: false,
    requiresJsonBody: false,
    label: 'mock',
    request: (validated) => {
      const scope = templateScope(validated);
      const text = payloadBytes(requestBody(validated, scope)).toString('utf8');
      return { scope, status: String(mockStatus(text)) };
    },
    call: () => Promise.resolve(undefined),
    response: (_, { scope, status }, validated) => respond({ selects: status, headers: [], body: Buffer.alloc(0) }, validated, scope),
  };
}
