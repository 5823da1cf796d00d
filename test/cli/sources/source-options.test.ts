import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

test.each(['ls', 'synth', 'import'])('%s reads a template for the region and account of its options, or of the file', async (command) => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'synthgate.json'), '{"region": "eu-west-1"}');
  writeFileSync(path.join(directory, 'template.json'), JSON.stringify({
    Resources: { Rest: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: { 'Fn::Sub': 'Pets-${AWS::Region}-${AWS::AccountId}' } } } },
  }));
  expect((await synthgate(directory, [command, 'template.json'])).out).toContain('Pets-eu-west-1-123456789012');
  expect((await synthgate(directory, [command, 'template.json', '--region', 'us-west-2', '--account', '210987654321'])).out).toContain('Pets-us-west-2-210987654321');
});
