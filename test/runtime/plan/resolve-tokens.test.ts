import { pseudoParameters } from '../../../lib/spec';
import { localText, missingIn } from '../../../lib/runtime/plan/resolve-tokens';

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

test.each([
  ['{{resolve:ssm:/shop/key}}', 'ssm:/shop/key'],
  ['{{resolve:ssm:/shop/key:2}}', 'ssm:/shop/key'],
  ['{{resolve:ssm-secure:/shop/key:1}}', 'ssm:/shop/key'],
  ['{{resolve:secretsmanager:shop/db}}', 'secretsmanager:shop/db'],
  ['{{resolve:secretsmanager:shop/db:SecretString:password::}}', 'secretsmanager:shop/db:password'],
  ['{{resolve:secretsmanager:arn:aws:secretsmanager:eu-west-1:1:secret:shop/db-AbCdEf:SecretString:password}}', 'secretsmanager:arn:aws:secretsmanager:eu-west-1:1:secret:shop/db-AbCdEf:password'],
  ['{{resolve:secretsmanager:${token:Shop/Db.Ref}:SecretString:password::}}', 'secretsmanager:Shop/Db:password'],
  ['{{resolve:secretsmanager:arn:${token:AWS::Partition}:secretsmanager:${token:AWS::Region}:${token:AWS::AccountId}:secret:shop/db:SecretString:password::}}', 'secretsmanager:shop/db:password'],
  ['{{resolve:secretsmanager:arn:${token:AWS::Partition}:secretsmanager:eu-west-1:1:secret:shop-second:SecretString:::}}', 'secretsmanager:shop-second'],
  ['{{resolve:secretsmanager:arn:aws:secretsmanager:eu-west-1:1:secret:shop/db:SecretString:password}}', 'secretsmanager:shop/db:password'],
])('%s has the local value of %s', (reference, name) => {
  expect(missingIn(`a ${reference}`, {})).toEqual([name]);
  expect(localText(`a ${reference}`, { [name]: 'value' }, 'here')).toBe('a value');
});
