import { Api } from '../../constructs';
import { gatewayText } from '../gateway-text';

/**
 * A snapshot serializer of jest and vitest that prints an `Api` as `gatewayText` does, so that `expect(api).toMatchSnapshot()`
 * and `expect(api).toMatchInlineSnapshot()` show the definition instead of the construct's insides.
 */
export const gatewaySerializer = {
  test: (value: unknown): boolean => Api.isApi(value),
  serialize: (value: unknown): string => (Api.isApi(value) ? gatewayText(value).trimEnd() : ''),
};
