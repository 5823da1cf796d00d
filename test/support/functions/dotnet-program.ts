import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDirectory } from '../temporary-directory';

/*
 * A stand-in for .NET, which checks its command line as dotnet does and speaks the Runtime API as AWS's client does. There is no real
 * .NET where the tests run.
 */

const PROGRAM = (versions: readonly string[]): string => `#!${process.execPath}
const fs = require('node:fs'), http = require('node:http');
const own = process.argv.slice(2);
if (own[0] === '--list-runtimes') {
  for (const version of ${JSON.stringify(versions)}) console.log('Microsoft.NETCore.App ' + version + ' [/usr/share/dotnet/shared/Microsoft.NETCore.App]');
  process.exit(0);
}
const rest = own.slice(1), options = {};
while (rest[0]?.startsWith('--')) options[rest[0]] = rest.splice(0, 2)[1];
const [assembly, handler] = rest;
for (const file of [options['--depsfile'], options['--runtimeconfig'], assembly]) {
  if (own[0] !== 'exec' || (file !== undefined && !fs.existsSync(file))) { console.error('cannot run ' + own.join(' ')); process.exit(131); }
}
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const ask = (method, place, body) => new Promise((resolve, reject) => {
  http.request({ host, port, method, path: '/2018-06-01/runtime/' + place }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; }).on('end', () => resolve({ headers: response.headers, text }));
  }).on('error', reject).end(body);
});
const { DOTNET_ROOT, DOTNET_GCHeapHardLimit, AWS_EXECUTION_ENV } = process.env;
(async () => { for (;;) {
  const { headers, text } = await ask('GET', 'invocation/next');
  const event = JSON.parse(text), place = 'invocation/' + headers['lambda-runtime-aws-request-id'];
  if (event.path === '/broken') {
    await ask('POST', place + '/error', JSON.stringify({ errorType: 'InvalidOperationException', errorMessage: 'no pets', stackTrace: [] }));
    continue;
  }
  const launch = { options, assembly, handler, cwd: process.cwd(), DOTNET_ROOT, DOTNET_GCHeapHardLimit, AWS_EXECUTION_ENV };
  await ask('POST', place + '/response', JSON.stringify(event.path === undefined ? launch : { statusCode: 200, body: '.NET ' + event.path }));
} })();
`;

/** A directory with a .NET that says that it has these versions. */
export function dotnetRoot(...versions: readonly string[]): string {
  const root = newDirectory();
  writeFileSync(path.join(root, 'dotnet'), PROGRAM(versions));
  chmodSync(path.join(root, 'dotnet'), 0o755);
  return root;
}

/** A home in which AWS's test tool for .NET is installed, with its client for these frameworks. */
export function homeWithTool(...frameworks: readonly string[]): string {
  const home = newDirectory();
  for (const framework of frameworks) writeAt(clientIn(home, framework));
  return home;
}

/** The client of a framework in a home. */
export function clientIn(home: string, framework: string): string {
  const place = path.join(home, '.dotnet', 'tools', '.store', 'amazon.lambda.testtool', '0.15.0', 'amazon.lambda.testtool', '0.15.0');
  return path.join(place, 'content', 'Amazon.Lambda.RuntimeSupport', framework, 'Amazon.Lambda.RuntimeSupport.TestTool.dll');
}

/** A directory with these files, all of them empty. */
export function publishedFiles(directory: string, ...names: readonly string[]): string {
  for (const name of names) writeAt(path.join(directory, name));
  return directory;
}

function writeAt(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
}
