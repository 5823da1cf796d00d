import { awsServices } from '../../../lib/runtime/system/aws-services';

const NAMES = ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_SFN', 'AWS_ENDPOINT_URL_SQS'];
const before = NAMES.map((name) => [name, process.env[name]] as const);

beforeEach(() => NAMES.forEach((name) => { delete process.env[name]; }));
afterAll(() => before.forEach(([name, value]) => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}));

test('endpoints of the environment: of the service, else of all', () => {
  Object.assign(process.env, { AWS_ENDPOINT_URL: 'http://all.test/', AWS_ENDPOINT_URL_SFN: 'http://sfn.test' });
  const { endpointOf } = awsServices({});
  expect(endpointOf(['SFN', 'STATES'])).toBe('http://sfn.test');
  expect(endpointOf(['SQS'])).toBe('http://all.test');
});

test('options win over the environment, whatever they call the service', () => {
  Object.assign(process.env, { AWS_ENDPOINT_URL_SFN: 'http://environment.test', AWS_ENDPOINT_URL_SQS: '' });
  expect(awsServices({ awsEndpoints: { states: 'http://option.test' } }).endpointOf(['SFN', 'STATES'])).toBe('http://option.test');
  expect(awsServices({ awsEndpoints: { sfn: 'http://option.test' } }).endpointOf(['SFN', 'STATES'])).toBe('http://option.test');
  expect(awsServices({ awsEndpoints: { '*': 'http://option.test' } }).endpointOf(['SFN', 'STATES'])).toBe('http://option.test');
  expect(awsServices({ awsEndpoints: { 'runtime.sagemaker': 'http://option.test' } }).endpointOf(['SAGEMAKER_RUNTIME', 'RUNTIME_SAGEMAKER'])).toBe('http://option.test');
});

test('without any there is no endpoint, and without a profile there are no credentials', () => {
  const { endpointOf, credentials } = awsServices({});
  expect([endpointOf(['SQS']), credentials]).toEqual([undefined, undefined]);
  expect(awsServices({ awsProfile: 'dev' }).credentials).toBeInstanceOf(Function);
});
