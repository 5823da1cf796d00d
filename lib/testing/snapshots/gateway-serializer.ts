import { Api } from '../../constructs';
import { formatGateway } from '../format-gateway';

/**
 * A snapshot serializer of jest and vitest that prints an `Api` as `formatGateway` does, so that `expect(api).toMatchSnapshot()`
 * and `expect(api).toMatchInlineSnapshot()` show the definition instead of the construct's insides.
 */
export const gatewaySerializer = {
  test: (value: unknown): boolean => Api.isApi(value),
  serialize: (value: unknown): string => (Api.isApi(value) ? formatGateway(value).trimEnd() : ''),
};
