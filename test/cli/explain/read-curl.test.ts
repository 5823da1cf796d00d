import { readCurl } from '../../../lib/cli/explain/read-curl';

const APIS = [
  { name: 'Pets', url: 'http://127.0.0.1:3000', stages: [{ name: 'prod' }] }, { name: 'Shop', url: 'http://127.0.0.1:3001', stages: [{ name: 'prod' }] },
  { name: 'Orders', url: 'http://127.0.0.1:3002', stages: [{ name: '$default' }, { name: 'dev' }] }, { name: 'Chat', url: 'ws://127.0.0.1:3003', stages: [{ name: 'prod' }] },
];
const read = (text: string): string => (text === '@body.json' ? '{\n"a": 1}\n' : text);
const AROUND = { apis: APIS, read };
const plain = { api: 'Pets', stage: 'prod', path: '/pets', method: 'GET', headers: [], body: '' };

test.each([
  ['curl http://127.0.0.1:3000/prod/pets', plain],
  ['curl -s -i http://localhost:3001/prod', { ...plain, api: 'Shop', path: '' }],
  ['curl http://127.0.0.1:3001/other/pets', { ...plain, api: 'Shop', stage: 'other' }],
  ['curl http://127.0.0.1:3001', { ...plain, api: 'Shop', stage: '$default', path: '/' }],
  ['curl http://127.0.0.1:3002/pets?a=1', { ...plain, api: 'Orders', stage: '$default', path: '/pets?a=1' }],
  ['curl http://127.0.0.1:3002/dev/pets', { ...plain, api: 'Orders', stage: 'dev' }],
  ['curl http://127.0.0.1:3003/prod/@connections/a%3D', { ...plain, api: 'Chat', path: '/@connections/a%3D' }],
  ['curl \'http://127.0.0.1:3000/prod/pets?a=%20b&c=d\'', { ...plain, path: '/pets?a=%20b&c=d' }],
  ['curl -I http://127.0.0.1:3000/prod/pets', { ...plain, method: 'HEAD' }],
  ['curl -X DELETE \\\n  -H "X-A: b: c" --url http://127.0.0.1:3000/prod/pets', { ...plain, method: 'DELETE', headers: [{ name: 'X-A', value: 'b: c' }] }],
  ['curl -d a=1 -d "b=it\'s" http://127.0.0.1:3000/prod/pets', {
    ...plain, method: 'POST', body: 'a=1&b=it\'s', headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
  }],
  ['curl --json \'{"a": "$b"}\' http://127.0.0.1:3000/prod/pets', {
    ...plain, method: 'POST', body: '{"a": "$b"}', headers: [{ name: 'Content-Type', value: 'application/json' }],
  }],
  ['curl -XPUT -H content-type:text/plain --data-raw "a \\" b" http://127.0.0.1:3000/prod/pets', {
    ...plain, method: 'PUT', body: 'a " b', headers: [{ name: 'content-type', value: 'text/plain' }],
  }],
  ['curl http://127.0.0.1:3000/prod/pets -b "a=1; b=2" -u me:secret -A mine --compressed --insecure -fsSL -o /dev/null', {
    ...plain, headers: [{ name: 'Cookie', value: 'a=1; b=2' }, { name: 'Authorization', value: 'Basic bWU6c2VjcmV0' }, { name: 'User-Agent', value: 'mine' }],
  }],
])('%s', (line, request) => expect(readCurl(line, AROUND)).toEqual(request));

test.each([
  ['curl', 'an absolute URL'],
  ['curl /prod/pets', 'an absolute URL'],
  ['curl http://127.0.0.1:4000/prod', 'http://127.0.0.1:3000, http://127.0.0.1:3001'],
  ['curl --upload-file x http://127.0.0.1:3000/prod', '--upload-file'],
])('%s is refused', (line, text) => expect(() => readCurl(line, AROUND)).toThrow(text));

test('words are read as they are, and @ names a file', () => {
  const sent = (option: string) => readCurl(['curl', '-H', 'X-A: it\'s "b"', option, '@body.json', 'http://127.0.0.1:3000/prod/pets'], AROUND);
  expect(sent('-d')).toMatchObject({ body: '{"a": 1}', headers: [{ name: 'X-A', value: 'it\'s "b"' }, { name: 'Content-Type' }] });
  expect(['--data-binary', '--json', '--data-raw'].map((option) => sent(option).body)).toEqual(['{\n"a": 1}\n', '{\n"a": 1}\n', '@body.json']);
});
