import { readSamConfig } from '../../../lib/importers/sam/sam-config';

const TOML = `version = 0.1
[default.global.parameters]
stack_name = "shop"
[default.build.parameters]
template_file = "infra/template.yaml"
[default.deploy.parameters]
parameter_overrides = "Env=dev Name=\\"My shop\\" Url=https://a.example?b=c"
[live.deploy.parameters]
parameter_overrides = ["Env=live", "Size='2'"]
[old.deploy.parameters]
parameter_overrides = "ParameterKey=Env,ParameterValue=old ParameterKey=Name,ParameterValue=\\"My shop\\""
template_file = ".aws-sam/build/template.yaml"
`;

test.each([
  ['default', { template: 'infra/template.yaml', stackName: 'shop', parameters: { Env: 'dev', Name: 'My shop', Url: 'https://a.example?b=c' } }],
  ['live', { parameters: { Env: 'live', Size: '2' } }],
  ['old', { parameters: { Env: 'old', Name: 'My shop' } }],
  ['absent', { parameters: {} }],
])('the environment %s', (environment, expected) => {
  expect(readSamConfig('samconfig.toml', TOML, environment)).toEqual(expected);
});

test('the YAML form', () => {
  expect(readSamConfig('samconfig.yaml', 'default: {deploy: {parameters: {template_file: a.yaml, parameter_overrides: {Env: dev, Size: 2}}}}')).toEqual({
    template: 'a.yaml', parameters: { Env: 'dev', Size: '2' },
  });
});

test('a file that is not TOML is refused with its name', () => {
  expect(() => readSamConfig('samconfig.toml', 'a = = b')).toThrow(expect.objectContaining({ code: 'SOURCE_UNREADABLE', location: 'samconfig.toml' }));
});
