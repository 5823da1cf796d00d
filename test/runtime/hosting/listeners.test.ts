import { Api, MockIntegration, type App } from 'synthgate';
import { portOfApi } from '../../../lib/runtime/hosting/listeners';
import { declareGateway } from '../../support/declared-gateway';

const twoApis = (app: App): void => {
  for (const name of ['One', 'Two']) new Api(app, name).root.addMethod('GET', new MockIntegration());
};

test('each API has the port after that of the previous one; 0 stays 0', () => {
  const ports = [portOfApi({}, 0), portOfApi({ port: 8_000 }, 2), portOfApi({ port: 65_535 }, 0), portOfApi({ port: 0 }, 3)];
  expect(ports).toEqual([3_000, 8_002, 65_535, 0]);
});

test.each([1, 2])('OPTION_INVALID: the last port is not enough for two APIs, with processes: %i', async (processes) => {
  await expect(declareGateway(twoApis, { port: 65_535, processes })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'port' } });
});
