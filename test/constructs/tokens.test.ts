import { App, Aws, CfnParameter, Fn, Lazy, Stack, Token } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct, RootConstruct } from 'constructs';
import { withSymbolicTokens } from '../../lib/constructs/tokens';

const stack = new Stack(new App(), 'Shop');
const deployed = new Stack(stack, 'Deployed', { env: { account: '123456789012', region: 'eu-west-1' } });
const owner = new Construct(stack, 'Function');
const table = new Table(stack, 'Pets', { partitionKey: { name: 'id', type: AttributeType.STRING } });
const symbolic = (text: string) => withSymbolicTokens(text, owner);

test.each([
  ['plain ${stageVariables.x}', 'plain ${stageVariables.x}'],
  [table.tableName, '${token:Shop/Pets.Ref}'],
  [table.tableArn, '${token:Shop/Pets.Arn}'],
  [`https://${table.tableName}.${Aws.REGION}.test/`, 'https://${token:Shop/Pets.Ref}.${token:AWS::Region}.test/'],
  [stack.account, '${token:AWS::AccountId}'],
  [new CfnParameter(stack, 'Size').valueAsString, '${token:Shop/Size.Ref}'],
  [StringParameter.valueForStringParameter(stack, '/shop/key'), '${token:ssm:/shop/key}'],
  [StringParameter.valueForStringParameter(stack, '/shop/versioned', 3), '{{resolve:ssm:/shop/versioned:3}}'],
  [`x-${StringParameter.fromStringParameterName(stack, 'Imported', 'shop-name').stringValue}`, 'x-${token:ssm:shop-name}'],
  [StringParameter.valueFromLookup(deployed, '/shop/later'), '${token:ssm:/shop/later}'],
  [Lazy.string({ produce: () => 'late' }), 'late'],
  [`${Fn.importValue('a')}-${Fn.importValue('b')}`, '${token:Shop/Function#1}-${token:Shop/Function#2}'],
  [Lazy.string({ produce: () => `x-${table.tableName}-${Aws.REGION}` }), 'x-${token:Shop/Pets.Ref}-${token:AWS::Region}'],
  [Lazy.string({ produce: () => `x-${Fn.importValue('a')}` }), '${token:Shop/Function#1}'],
  [Fn.join('-', ['a', table.tableName]), 'a-${token:Shop/Pets.Ref}'],
  [Fn.select(0, Fn.split(':', table.tableArn)), '${token:Shop/Function#1}'],
])('%s becomes %s', (given, expected) => {
  expect(symbolic(given)).toBe(expected);
});

test('goes through values of every shape, in the order of their keys', () => {
  const [one, two] = [Fn.importValue('one'), Fn.importValue('two')];
  expect(withSymbolicTokens({ b: [two, one], a: { c: one, d: 1, e: null, f: undefined } }, owner)).toEqual({
    a: { c: '${token:Shop/Function#1}', d: 1, e: null, f: undefined }, b: ['${token:Shop/Function#2}', '${token:Shop/Function#1}'],
  });
});

test('a token outside of any stack is named by its owner', () => {
  const lonely = new Construct(new RootConstruct(), 'a{b}');
  expect(withSymbolicTokens(Token.asString({ 'Fn::Sub': 'x' }), lonely)).toBe('${token:a_b_#1}');
});
