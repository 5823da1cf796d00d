import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { synthgate } from '../support/command-line';
import { startCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

const TEMPLATE = {
  Resources: {
    Pets: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
    Get: { Type: 'AWS::ApiGateway::Method', Properties: {
      RestApiId: { Ref: 'Pets' }, ResourceId: { 'Fn::GetAtt': ['Pets', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' },
    } },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', DependsOn: 'Get', Properties: { RestApiId: { Ref: 'Pets' }, StageName: 'prod' } },
  },
};

test.each([['dev'], ['serve', '--dashboard']])('the gateway of an imported template that %s runs is found from its directory', async (...command) => {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'template.json'), JSON.stringify(TEMPLATE));
  const running = startCommand(directory, [...command, 'template.json', '--port', '0']);
  try {
    const [, url = ''] = await running.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
    await running.sees(/dashboard/);
    const response = await fetch(`${url}/prod/nothing`);
    const id = response.headers.get('x-amzn-requestid') ?? '';
    expect((await synthgate(directory, ['explain', id])).out).toContain('/nothing');
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
  }
});
