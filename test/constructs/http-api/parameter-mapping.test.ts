import { aws_apigatewayv2 as theirs } from 'aws-cdk-lib';
import * as ours from '../../../lib/constructs';

/** A mapping with every change and every value. */
function mappings({ MappingValue: value, ParameterMapping }: Pick<typeof ours, 'MappingValue' | 'ParameterMapping'> | typeof theirs): Record<string, string> {
  return new ParameterMapping()
    .appendHeader('a', value.requestHeader('a')).overwriteHeader('b', value.requestQueryString('b')).removeHeader('c')
    .appendQueryString('d', value.requestBody('d.e')).overwriteQueryString('e', value.requestPathParam('e')).removeQueryString('f')
    .overwritePath(value.requestPath()).custom('overwrite:header.g', value.contextVariable('stage').value)
    .appendHeader('h', value.stageVariable('h')).appendHeader('i', value.custom('${context.stage}-i')).appendHeader('j', value.NONE).mappings;
}

test('changes and values are written as the CDK writes them', () => {
  expect(mappings(ours)).toEqual(mappings(theirs));
});

test('refuses values that are no text', () => {
  expect(() => ours.MappingValue.custom(1 as never)).toThrow('value is the number 1');
});
