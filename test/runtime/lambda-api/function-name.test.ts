import { functionNameIn } from '../../../lib/runtime/lambda-api/function-name';

test.each([
  ['arn%3Aaws%3Alambda%3Aus-east-1%3A123456789012%3Afunction%3APets', 'Pets'],
  ['arn:aws-cn:lambda:cn-north-1:123456789012:function:Pets:live', 'Pets'],
  ['Pets%', undefined],
  ['../Pets', undefined],
  ['Pets:a:b', undefined],
  ['arn:aws:s3:us-east-1:123456789012:function:Pets', undefined],
  ['', undefined],
])('%s', (segment, name) => {
  expect(functionNameIn(segment)).toBe(name);
});
