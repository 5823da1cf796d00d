import { dependenciesDirectory, localFiles } from '../../../lib/runtime/hosting/local-files';
import { localApiKeysFile } from '../../../lib/runtime/system/local-api-keys';
import { localIssuerFile } from '../../../lib/runtime/system/local-issuer-file';

test('local tokens and keys are accepted on request only; true stands for the files of the state directory', () => {
  expect([undefined, false, true, '/keys/mine.json'].map((given) => localFiles({ localIssuer: given, localApiKeys: given }, '/state'))).toEqual([
    {}, {},
    { localIssuer: localIssuerFile('/state'), localApiKeys: localApiKeysFile('/state') },
    { localIssuer: '/keys/mine.json', localApiKeys: '/keys/mine.json' },
  ]);
});

test('dependencies are installed on request only; true stands for a directory of the state directory', () => {
  expect([undefined, false, true, '/other'].map((install) => dependenciesDirectory({ install }, '/state'))).toEqual([undefined, undefined, '/state/deps', '/other']);
});
