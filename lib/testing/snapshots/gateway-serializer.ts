import { ApiBase } from '../../constructs';
import { formatGateway } from '../format-gateway';

/**
 * A snapshot serializer of jest and vitest that prints an API as `formatGateway` does, so that `expect(api).toMatchSnapshot()`
 * and `expect(api).toMatchInlineSnapshot()` show the definition instead of the construct's insides.
 */
export const gatewaySerializer = {
  test: (value: unknown): boolean => ApiBase.isApiBase(value),
  serialize: (value: unknown): string => (ApiBase.isApiBase(value) ? formatGateway(value).trimEnd() : ''),
};
