// A setup without a framework: esbuild watches and bundles, and the server is started again for each bundle. ENTRY, PORT
import { spawn } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';

const outfile = path.join(path.dirname(process.env.ENTRY), 'bundle.cjs');
const SERVER = `const { handler } = require(${JSON.stringify(outfile)});
require('node:http').createServer(async (_, response) => {
  const { statusCode, body } = await handler({});
  response.writeHead(statusCode).end(body);
}).listen(${process.env.PORT}, '127.0.0.1');`;
let server;

const restart = {
  name: 'restart',
  setup(build) {
    build.onEnd(async () => {
      if (server !== undefined) {
        const gone = new Promise((resolve) => { server.once('exit', resolve); });
        server.kill();
        await gone;
      }
      server = spawn(process.execPath, ['-e', SERVER], { stdio: 'ignore' });
    });
  },
};
process.on('SIGTERM', () => {
  server?.kill();
  process.exit();
});
const context = await esbuild.context({ entryPoints: [process.env.ENTRY], outfile, bundle: true, platform: 'node', format: 'cjs', plugins: [restart], logLevel: 'silent' });
await context.watch();
