import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import path from 'node:path';
// the build, whose workers are files of their own
import { serve, type ServeOptions, type Serving } from 'synthgate/runtime';
import { localAuthorityFile, localCertificate } from '../../../lib/runtime/certificates/local-authority';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { ownAuthority } from '../../support/local-authority';
import { newDirectory } from '../../support/temporary-directory';

ownAuthority();
const CODE = 'exports.handler = async ({ headers, requestContext }) => ({ statusCode: 200, body: JSON.stringify({ proto: headers["X-Forwarded-Proto"], protocol: requestContext.protocol }) });';
let serving: Serving | undefined;

afterEach(() => serving?.close());
async function start(options: Partial<ServeOptions>): Promise<Serving> {
  const source = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()], CODE);
  return serving = await serve({ source, port: 0, watch: false, ...options });
}

/** Sends a request as a client of HTTP/2 that trusts an authority; returns the JSON of the response. */
function ask(url: string, ca: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const session = connect(url, { ca });
    const stream = session.on('error', reject).request({ ':path': '/prod/pets' });
    let text = '';
    stream.setEncoding('utf8').on('data', (data: string) => { text += data; }).on('end', () => {
      session.close();
      resolve(JSON.parse(text));
    });
  });
}

const ANSWER = { proto: 'https', protocol: 'HTTP/1.1' };

test('https is served with a certificate of the local authority', async () => {
  const { apis: [api], certificateAuthority = '' } = await start({ https: true });
  expect(api?.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
  expect(await ask(api?.url ?? '', readFileSync(certificateAuthority, 'utf8'))).toEqual(ANSWER);
});

test('https is served by several processes, with the certificate of given files', async () => {
  const { cert, key } = await localCertificate(Date.now());
  const directory = newDirectory();
  const [httpsCert, httpsKey] = [path.join(directory, 'cert.pem'), path.join(directory, 'key.pem')];
  writeFileSync(httpsCert, cert);
  writeFileSync(httpsKey, key);
  const { apis: [api], certificateAuthority } = await start({ httpsCert, httpsKey, processes: 2 });
  expect(certificateAuthority).toBeUndefined();
  const ca = readFileSync(localAuthorityFile(), 'utf8');
  expect(await Promise.all([1, 2, 3].map(() => ask(api?.url ?? '', ca)))).toEqual([ANSWER, ANSWER, ANSWER]);
});

test('a certificate that cannot be used ends the start, and leaves nothing open', async () => {
  await expect(start({ httpsCert: '/none.pem', httpsKey: '/none.pem' })).rejects.toMatchObject({ code: 'HTTPS_CERTIFICATE_INVALID' });
});
