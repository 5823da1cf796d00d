import * as cdk from 'aws-cdk-lib';
import { Size, type ApiProps } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

test.each<[string, ApiProps, number | undefined]>([
  ['nothing', {}, undefined],
  ['a size', { minCompressionSize: Size.kibibytes(1) }, 1_024],
  ['a size of CDK', { minCompressionSize: cdk.Size.mebibytes(1) }, 1_048_576],
  ['zero', { minCompressionSize: Size.bytes(0) }, 0],
  ['a number', { minimumCompressionSize: 10_485_760 }, 10_485_760],
  ['both', { minCompressionSize: Size.bytes(1), minimumCompressionSize: 2 }, 1],
])('%s', (_, props, bytes) => {
  expect(specOf(declare(props).api).api.minimumCompressionSize).toBe(bytes);
});

test.each<ApiProps>([
  { minimumCompressionSize: -1 }, { minimumCompressionSize: 10_485_761 },
  { minimumCompressionSize: 1.5 }, { minCompressionSize: Size.mebibytes(11) },
])('refuses %j', (props) => {
  expect(findingsOf(declare(props).api)).toEqual(['COMPRESSION_SIZE_INVALID Pets']);
});
