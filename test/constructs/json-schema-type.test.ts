import { JsonSchemaType as OfCdk } from 'aws-cdk-lib/aws-apigateway';
import { JsonSchemaType } from '../../lib';
import { JsonSchemaType as OfAws } from '../../lib/cdk';
import { declare, specOf } from '../support/declaration';

test('the types have the names and the values of the CDK', () => {
  expect(JsonSchemaType).toEqual(OfCdk);
  expect(OfAws).toBe(OfCdk);
});

test('a model may name its types by them', () => {
  const { api } = declare();
  api.addModel('Pet', { modelName: 'Pet', schema: { type: JsonSchemaType.OBJECT, properties: { name: { type: JsonSchemaType.STRING } } } });
  expect(specOf(api).models.Pet?.schema).toEqual({ type: 'object', properties: { name: { type: 'string' } } });
});
