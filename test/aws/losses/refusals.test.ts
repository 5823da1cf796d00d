import { refusalsOf } from '../../../lib/aws/losses/refusals';
import { renderIntegration } from '../../../lib/aws/render/integrations';
import type { RenderContext } from '../../../lib/aws/render/render-context';
import { complete, specWithMethod } from '../../support/spec';

const integration = { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'the authorizer Pool is unknown', cacheKeyParameters: [] } as const;

test('AWS_INTEGRATION_UNAVAILABLE: a method that was not carried over completely is never deployed', () => {
  const spec = complete(specWithMethod({ integration: { ...integration, cacheKeyParameters: [] } }));
  expect(refusalsOf(spec)).toEqual([expect.objectContaining({
    code: 'AWS_INTEGRATION_UNAVAILABLE', severity: 'error', location: 'Pets GET', message: expect.stringContaining('the authorizer Pool is unknown'),
  })]);
  expect(() => renderIntegration({ ...integration, cacheKeyParameters: [] }, {} as RenderContext)).toThrow('AWS_INTEGRATION_UNAVAILABLE');
});
