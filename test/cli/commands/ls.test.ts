import path from 'node:path';
import { fingerprintOf, newDirectory, petsSpec, removeDirectories, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';

afterAll(removeDirectories);

const shop = petsSpec({ api: { id: 'shop', name: 'Shop' }, stages: {} });
const directory = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), shop]));

test('prints the routes of each API', async () => {
  const { code, out, err } = await synthgate(directory(), ['ls', '--api', 'Pets']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`Pets  ${fingerprintOf(petsSpec()).slice(0, 12)}  stages: prod
  GET   /pets       → proxy Pets
  POST  /pets       → proxy Pets  api key
  GET   /pets/{id}  → proxy Pets
`);
});

test('prints JSON of all, or of those that are named', async () => {
  const all = JSON.parse((await synthgate(directory(), ['ls', 'gateway.out', '--json'])).out);
  expect(all.apis.map((api: { name: string }) => api.name)).toEqual(['Pets', 'Shop']);
  expect(all.apis[0]).toMatchObject({ apiId: 'pets', stages: [{ name: 'prod', deployment: 'latest' }], routes: { length: 3 } });
  const one = JSON.parse((await synthgate(directory(), ['list', 'gateway.out/Shop.gateway.json', '--json'])).out);
  expect(one.apis).toMatchObject([{ name: 'Shop', stages: [] }]);
});

test('says what there is when a name is unknown', async () => {
  expect((await synthgate(directory(), ['ls', '--api', 'Cats'])).err).toMatch(/"Cats".*Pets, Shop \[API_UNKNOWN\]/);
});

test('without assembly and app says how to name one', async () => {
  const { code, err } = await synthgate(newDirectory(), ['ls']);
  expect([code, err]).toEqual([3, expect.stringContaining('[APP_MISSING]')]);
});
