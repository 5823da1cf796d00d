import { bodyExample } from '../../../../lib/runtime/hosting/dashboard/body-example';
import { compileModels } from '../../../../lib/spec/compile-models';

test.each<[object]>([
  [{ type: 'object', required: ['email', 'tags'], properties: { email: { type: 'string', format: 'email' }, tags: { type: 'array', items: { type: 'string' }, minItems: 3 } } }],
  ...['date-time', 'hostname', 'ipv4', 'ipv6', 'uri', 'regex'].map((format): [object] => [{ type: 'string', format }]),
  [{ type: 'string', maxLength: 2 }],
  [{ type: 'array', items: [{ type: 'number' }, { type: 'boolean' }], additionalItems: false, minItems: 2 }],
  [{ type: 'array', minItems: 2 }],
  [{ type: 'array', items: { type: 'string' }, maxItems: 0 }],
  [{ type: 'integer', minimum: 3, exclusiveMinimum: true }],
  [{ type: 'integer', minimum: 3, multipleOf: 5 }],
  [{ type: 'integer', maximum: -2, exclusiveMaximum: true }],
])('the example of %j fits it', (schema) => {
  const model = compileModels('api', { M: { contentType: 'application/json', schema: { ...schema } } }).get('M');
  if (model === undefined || 'problem' in model) throw new Error(model?.problem);
  expect(model.validate(bodyExample({ ...schema }, {}))).toBe(true);
});
