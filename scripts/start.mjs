// Serves the main example. `npm start` installs and builds first (prestart); further arguments go to `synthgate serve`,
// e.g. `npm start -- --port 4000`.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const hasPort = args.some((one) => /^(?:-p|--port(?:=|$))/.test(one));
const parameters = [
  'serve', '--app', 'examples/10-pet-store/app.ts', '--output', '.synthgate/gateway.out', '--explain',
  ...(hasPort ? [] : ['--port', String(await firstFreePort())]), ...args,
];
const child = spawn(process.execPath, [path.join(root, 'bin', 'synthgate'), ...parameters], { cwd: root, stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
});

/** The first port that is free, as `synthgate dev` chooses it; the first of all if none is, which `serve` then refuses. */
async function firstFreePort() {
  const [first, tried] = [3000, 20];
  for (let port = first; port < first + tried; port++) {
    if (!await isFree(port)) continue;
    if (port !== first) console.error(`port ${first} is in use; using ${port}`);
    return port;
  }
  return first;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
