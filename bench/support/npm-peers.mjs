// The peers that come from npm, each at the version that the figures of docs/internals/performance.md are of.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPeer } from './install-peer.mjs';
import { answering, freePort, start, stop } from './processes.mjs';

const files = path.join(import.meta.dirname, '..', 'peers');
const PROBE = '/prod/pets/7?color=red';

/** Each has `packages`, and `command`: what to start, given its folder, a port and a scratch folder. */
const PEERS = {
  'fastify': {
    packages: { fastify: '5.12.8' },
    command: ({ folder, port }) => ({ command: [process.execPath, path.join(files, 'fastify.mjs')], env: { PEER: folder, PORT: String(port) } }),
  },
  'hono': {
    packages: { 'hono': '4.13.19', '@hono/node-server': '2.1.8' },
    command: ({ folder, port }) => ({ command: [process.execPath, path.join(files, 'hono.mjs')], env: { PEER: folder, PORT: String(port) } }),
  },
  'workerd': {
    packages: { workerd: '1.20261117.1' },
    command: workerd,
  },
  'functions-framework': {
    packages: { '@google-cloud/functions-framework': '5.0.5' },
    command: ({ folder, port }) => ({
      command: [
        process.execPath, path.join(folder, 'node_modules/@google-cloud/functions-framework/build/src/main.js'),
        `--source=${path.join(files, 'framework-function.cjs')}`, '--target=handler', `--port=${port}`,
      ],
    }),
  },
  'serverless-offline': {
    packages: { 'serverless': '3.40.0', 'serverless-offline': '13.9.0' },
    command: serverlessOffline,
  },
};

/** Names of all of them, with the version that is asked. */
export const NPM_PEERS = Object.entries(PEERS).map(([key, { packages }]) => ({ key, version: Object.values(packages).at(key === 'hono' ? 0 : -1) }));

/** Installs and starts one. @throws Error that says why it is not there */
export async function startNpmPeer(key, core) {
  const { packages, command } = PEERS[key];
  const folder = installPeer(key, packages);
  const scratch = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  const port = await freePort();
  const { command: line, env, cwd } = await command({ folder, port, scratch });
  const child = start(line, { core, env, cwd: cwd ?? scratch, isErrorOutputHidden: true });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await answering(child, `${origin}${PROBE}`);
  } catch (error) {
    await stop(child);
    remove();
    throw error;
  }
  return { child, origin, remove };
}

function workerd({ folder, port, scratch }) {
  copyFileSync(path.join(files, 'worker.mjs'), path.join(scratch, 'worker.mjs'));
  writeFileSync(path.join(scratch, 'config.capnp'), `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2025-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`);
  // the program itself: what is in .bin starts it, and does not pass signals on
  const { default: program } = createRequire(`${folder}/`)('workerd');
  return { command: [program, 'serve', 'config.capnp'] };
}

/** Its default mode: a worker thread for each function. The service is below the folder so that it finds its plugin. */
async function serverlessOffline({ folder, port }) {
  const service = path.join(folder, 'service');
  mkdirSync(service, { recursive: true });
  copyFileSync(path.join(files, 'handler.mjs'), path.join(service, 'handler.mjs'));
  writeFileSync(path.join(service, 'package.json'), '{"name": "bench-service", "private": true}');
  writeFileSync(path.join(service, 'serverless.yml'), `service: bench
frameworkVersion: '3'
provider: { name: aws, runtime: nodejs20.x, stage: prod }
plugins: [serverless-offline]
functions:
  pets:
    handler: handler.handler
    events: [{ http: { path: 'pets/{petId}', method: get } }]
`);
  return {
    command: [
      process.execPath, path.join(folder, 'node_modules/serverless/bin/serverless.js'), 'offline', '--stage', 'prod', '--host', '127.0.0.1',
      '--httpPort', String(port), '--lambdaPort', String(await freePort()),
    ],
    cwd: service,
    env: { SLS_TELEMETRY_DISABLED: '1', SLS_NOTIFICATIONS_MODE: 'off', SLS_DEPRECATION_DISABLE: '*' },
  };
}
