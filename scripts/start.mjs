// Serves the main example. `npm start` installs and builds first (prestart); further arguments go to `synthgate serve`,
// e.g. `npm start -- --port 4000`.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const parameters = ['serve', '--app', 'examples/10-pet-store/app.ts', '--output', '.synthgate/gateway.out', '--explain', ...process.argv.slice(2)];
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
