import { atDeployedPath, withoutPrefix } from './deployed-path';

const deployed = { prefix: 'paritya1', stagePath: '/parity' };
const pathOf = (path: string, stagePath = '/parity') => atDeployedPath({ method: 'GET', path }, { ...deployed, stagePath }).path;

test.each([
  ['/dev', '/parity/paritya1'], ['/dev/', '/parity/paritya1'], ['/dev/pets/7', '/parity/paritya1/pets/7'], ['/dev//pets', '/parity//paritya1/pets'],
])('%s is sent to %s', (path, sent) => {
  expect(pathOf(path)).toBe(sent);
  expect(pathOf(path, '/parity/')).toBe(sent);
});

test('a response is read as if the setup were the whole API', () => {
  const body = Buffer.from('{"path":"/paritya1/pets","root":"/paritya1","full":"/parity/paritya1/pets","stage":"parity"}');
  const headers = [{ name: 'Content-Length', value: String(body.length) }, { name: 'Location', value: '/parity/paritya1/x' }];
  const { body: read, headers: fields } = withoutPrefix({ status: 200, headers, body }, { ...deployed, request: { method: 'GET', path: '/dev/pets' } });
  expect(JSON.parse(read.toString())).toEqual({ path: '/pets', root: '/', full: '/dev/pets', stage: 'dev' });
  expect(fields).toEqual([{ name: 'Content-Length', value: String(read.length) }, { name: 'Location', value: '/dev/x' }]);
});
