import { localText, pseudoParameters } from '../../../lib/runtime/plan/resolve-tokens';

test.each([
  ['eu-west-1', 'aws', 'amazonaws.com'], ['cn-north-1', 'aws-cn', 'amazonaws.com.cn'], ['us-gov-west-1', 'aws-us-gov', 'amazonaws.com'],
])('pseudo parameters of %s', (region, partition, suffix) => {
  const values = pseudoParameters({ accountId: '123456789012', region });
  const text = '${token:AWS::Partition} ${token:AWS::Region} ${token:AWS::AccountId} ${token:AWS::URLSuffix}';
  expect(localText(text, values, 'here')).toBe(`${partition} ${region} 123456789012 ${suffix}`);
});

test('TOKEN_VALUE_MISSING: names the token', () => {
  expect(() => localText('a ${token:Shop/Table.Ref}', {}, 'here')).toThrow(/Shop\/Table\.Ref.*TOKEN_VALUE_MISSING|TOKEN_VALUE_MISSING.*Shop\/Table\.Ref/s);
});
