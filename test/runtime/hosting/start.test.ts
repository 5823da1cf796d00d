import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Api, Duration, EndpointType, MockIntegration, type App } from 'synthgate';
import { serve, type ServeOptions } from 'synthgate/runtime';
import { declareGateway, functionOf, type Declare, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { until } from '../../support/until';

const command = path.resolve(__dirname, '..', '..', '..', 'bin', 'synthgate');
const opened: DeclaredGateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((gateway) => gateway.close()));
});

async function start(declare: Declare, options: Partial<ServeOptions> = {}): Promise<DeclaredGateway> {
  const gateway = await declareGateway(declare, options);
  opened.push(gateway);
  return gateway;
}

/** An API whose every path answers a text. */
const answering = (text: string, name = 'Shop'): Declare => (app: App): void => {
  new Api(app, name).root.addProxy({ defaultIntegration: functionOf(app, `${name}Says`, `() => ({ statusCode: 200, body: '${text}' })`) });
};

describe('serve', () => {
  test('takes a free port for port 0 and listens on this machine only', async () => {
    const { url } = await start(answering('hello'));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await sendRequest(`${url}/prod/`)).text).toBe('hello');
  });

  test('gives each API a port of its own, in order from the given one', async () => {
    const first = await freePorts();
    const both: Declare = (app) => {
      answering('one', 'One')(app);
      answering('two', 'Two')(app);
    };
    const { serving } = await start(both, { port: first });
    expect(serving.apis.map(({ name, url }) => [name, new URL(url).port])).toEqual([['One', String(first)], ['Two', String(first + 1)]]);
    expect(await Promise.all(serving.apis.map(async ({ url }) => (await sendRequest(`${url}/prod/a`)).text))).toEqual(['one', 'two']);
  });

  test('serves the named APIs only', async () => {
    const both: Declare = (app) => {
      answering('one', 'One')(app);
      answering('two', 'Two')(app);
    };
    const { serving } = await start(both, { apis: ['Two'] });
    expect(serving.apis.map(({ name }) => name)).toEqual(['Two']);
  });

  test('says what it serves: stages, fingerprints and routes', async () => {
    const { serving: { apis: [api] } } = await start(answering('hello'));
    const [stage] = api.stages;
    expect(stage).toMatchObject({ name: 'prod', source: 'assembly', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(stage.routes).toContainEqual({ path: '/{proxy+}', method: 'ANY', target: 'proxy ShopSays', authorization: 'NONE', apiKeyRequired: false });
  });

  test('refuses a port that is taken, and leaves nothing open', async () => {
    const { directory, url } = await start(answering('hello'));
    const before = await restingResources();
    const port = Number(new URL(url).port);
    await expect(serve({ source: directory, stateDirectory: `${directory}.other`, port, watch: false })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
    expect(await restingResources()).toEqual(before);
  });

  test('a reload gives functions other variables, and refuses what it cannot change', async () => {
    const declare: Declare = (app) => {
      new Api(app, 'Shop').root.addProxy({ defaultIntegration: functionOf(app, 'Says', "() => ({ statusCode: 200, body: process.env.SAID ?? 'none' })") });
    };
    const { serving, url } = await start(declare);
    const said = async (): Promise<string> => (await sendRequest(`${url}/prod/`)).text;
    expect(await said()).toBe('none');
    await serving.reload({ functionEnvironment: { Says: { SAID: 'hello' } } });
    expect(await said()).toBe('hello');
    await expect(serving.reload({ functionEnviroment: {} } as object)).rejects.toMatchObject({ code: 'OPTION_UNKNOWN' });
    await expect(serving.reload({ functionEnvironment: { Says: { SAID: 7 } } } as object)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await serving.reload();
    expect(await said()).toBe('hello');
  });

  test('OPTION_INVALID: several processes do not run functions in threads', async () => {
    const options = { processes: 2, isolation: 'thread' } as const;
    await expect(start(answering('hello'), options)).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'processes' } });
  });

  test('refuses an assembly that is not there, and makes no directory beside it', async () => {
    const { directory } = await start(answering('hello'));
    const nowhere = path.join(directory, 'nowhere');
    await expect(serve({ source: path.join(nowhere, 'gateway.out'), port: 0 })).rejects.toMatchObject({ code: 'ASSEMBLY_NOT_FOUND' });
    expect(existsSync(nowhere)).toBe(false);
  });
});

test.each([[EndpointType.EDGE, 8_192], [EndpointType.REGIONAL, 10_240], [EndpointType.PRIVATE, 8_192]])(
  'a URL at a %s endpoint has at most %i characters', async (endpointType, max) => {
    const { url } = await start((app) => void new Api(app, 'Shop', { endpointType }).root.addProxy({ defaultIntegration: new MockIntegration() }));
    const statusOf = async (length: number) => (await sendRequest(`${url}${'/prod/'.padEnd(length, 'a')}`)).status;
    expect([await statusOf(max), await statusOf(max + 1)]).toEqual([200, 414]);
  },
);

describe('close', () => {
  test('lets the request in flight finish and takes no new ones', async () => {
    const gateway = await start((app) => {
      const slow = functionOf(app, 'Slow', '() => { console.log("slow begins"); return new Promise((resolve) => setTimeout(resolve, 400, { statusCode: 200, body: "done" })); }');
      new Api(app, 'Shop').root.addProxy({ defaultIntegration: slow });
    });
    const running = sendRequest(`${gateway.url}/prod/a`);
    await until(() => JSON.stringify(gateway.log).includes('slow begins') || undefined);
    const closed = gateway.serving.close();
    await expect(sendRequest(`${gateway.url}/prod/a`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await running).text).toBe('done');
    await closed;
  });

  test('leaves nothing open: a program that served ends by itself', async () => {
    const { directory } = await start(answering('hello'));
    const program = `
      const { serve } = require(${JSON.stringify(path.resolve(__dirname, '..', '..', '..', 'build', 'runtime', 'index.js'))});
      serve({ source: ${JSON.stringify(directory)}, stateDirectory: ${JSON.stringify(`${directory}.other`)}, port: 0 }).then(async (serving) => {
        const answer = await fetch(serving.apis[0].url + '/prod/a');
        process.stdout.write(await answer.text());
        await serving.close();
      });`;
    expect(execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8', timeout: 120_000 })).toBe('hello');
  });
});

describe('reload', () => {
  test('copies of code go when no call can run them any more', async () => {
    const tellingItsPlace = (count: number): Declare => (app) => {
      const handler = `() => ({ statusCode: 200, headers: { count: '${count}' }, body: process.env.LAMBDA_TASK_ROOT })`;
      new Api(app, 'Shop').root.addProxy({ defaultIntegration: functionOf(app, 'Says', handler) });
    };
    let passedMs = 0;
    const gateway = await start(tellingItsPlace(0), { monotonicNow: () => performance.now() + passedMs });
    const copies = async () => readdirSync(path.dirname((await sendRequest(`${gateway.url}/prod/`)).text));
    for (let count = 1; count <= 5; count += 1) {
      gateway.declareAgain(tellingItsPlace(count));
      await gateway.serving.reload();
      expect(await copies()).toHaveLength(count + 1);
    }
    passedMs += 180_000;
    await gateway.serving.reload();
    expect(await copies()).toHaveLength(1);
  });

  test('reloads a new definition', async () => {
    const gateway = await start(answering('before'));
    gateway.declareAgain(answering('after'));
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('before');
    await gateway.serving.reload();
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('after');
  });

  test('is not needed while the assembly is watched', async () => {
    const gateway = await start(answering('before'), { watch: true });
    gateway.declareAgain(answering('after'));
    await until(() => gateway.log.find(({ message }) => message === 'reloaded'));
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('after');
  });

  test('rejects an unreadable definition and keeps serving the previous one', async () => {
    const gateway = await start(answering('good'));
    writeFileSync(path.join(gateway.directory, 'manifest.json'), '{"version": "1.0.0", "apis":');
    await expect(gateway.serving.reload()).rejects.toMatchObject({ code: 'ASSEMBLY_DAMAGED' });
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('good');
  });

  test('refuses other APIs than those that have a port', async () => {
    const gateway = await start(answering('shop'));
    gateway.declareAgain(answering('other', 'Other'));
    await expect(gateway.serving.reload()).rejects.toMatchObject({ code: 'RELOAD_CHANGES_APIS' });
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('shop');
  });

  test('a reset refuses other APIs in the same way', async () => {
    const gateway = await start(answering('shop'));
    gateway.declareAgain(answering('other', 'Other'));
    await expect(gateway.serving.reset()).rejects.toMatchObject({ code: 'RELOAD_CHANGES_APIS' });
    expect((await sendRequest(`${gateway.url}/prod/a`)).text).toBe('shop');
  });

  test('loses no request under load, deploy after deploy', async () => {
    const gateway = await start(answering('v0'), { watch: true });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
    const seen = new Map<string, number>();
    let isOver = false;
    const client = async (): Promise<void> => {
      while (!isOver) {
        const { status, text } = await sendRequest(`${gateway.url}/prod/a`, { agent });
        const key = status === 200 ? text : `${status} ${text}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    for (const version of ['v1', 'v2', 'v3']) {
      gateway.declareAgain(answering(version));
      await promisify(execFile)(process.execPath, [command, 'deploy', 'Shop', '--stage', 'prod', '--assembly', gateway.directory]);
      await until(() => seen.get(version));
    }
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect([...seen.keys()].sort()).toEqual(['v0', 'v1', 'v2', 'v3']);
  });
});

describe('functions over HTTP', () => {
  const declare: Declare = (app) => {
    const api = new Api(app, 'Shop');
    const add = (name: string, handler: string, timeoutMs = 3_000): void => {
      api.root.addResource(name).addMethod('GET', functionOf(app, name, handler, { timeout: Duration.millis(timeoutMs), maxInstances: 2 }));
    };
    add('well', '() => ({ statusCode: 200, body: "well" })');
    add('endless', '() => { for (;;); }', 1_500);
    add('exits', '(event) => event.queryStringParameters ? process.exit(1) : { statusCode: 200, body: "back" }');
    add('dies-later', '() => { setTimeout(() => { throw new Error("later"); }, 5); return { statusCode: 200, body: "answered" }; }');
  };

  test('an endless loop in one function does not delay another', async () => {
    const { url } = await start(declare);
    const order: string[] = [];
    const endless = sendRequest(`${url}/prod/endless`).then(({ status }) => order.push(`endless ${status}`));
    for (let count = 0; count < 20; count++) {
      const { status, text } = await sendRequest(`${url}/prod/well`);
      order.push(`${text} ${status}`);
    }
    await endless;
    expect(order).toEqual([...Array.from({ length: 20 }, () => 'well 200'), 'endless 502']);
  });

  test('a crash of one function does not touch another, and its next call works', async () => {
    const { url } = await start(declare);
    const well = Array.from({ length: 10 }, () => sendRequest(`${url}/prod/well`));
    expect((await sendRequest(`${url}/prod/exits?now=1`)).status).toBe(502);
    expect((await Promise.all(well)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await sendRequest(`${url}/prod/exits`)).text).toBe('back');
  });

  test('a function that dies after its answer has answered', async () => {
    const { url } = await start(declare);
    for (let count = 0; count < 3; count++) {
      expect((await sendRequest(`${url}/prod/dies-later`)).text).toBe('answered');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await sendRequest(`${url}/prod/well`)).status).toBe(200);
  });
});

/** Waits until the work that follows a gateway's start is done; returns the resources that are open then. */
async function restingResources(): Promise<string[]> {
  const [before] = [openResources(), await wait(250)];
  return openResources().join() === before.join() ? before : restingResources();
}

/** Returns the resources that keep the process alive, without requests to the file system, which end by themselves. */
function openResources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => !name.startsWith('FSReq')).sort();
}

/** A port that is free, and the one after it as well; below those that the system chooses, so nobody takes them meanwhile. */
async function freePorts(): Promise<number> {
  for (let port = 20_000 + (process.pid % 5_000) * 2; port < 32_000; port += 2) {
    if (await isFree(port) && await isFree(port + 1)) return port;
  }
  throw new Error('no two ports in a row are free');
}

function isFree(port: number): Promise<boolean> {
  const server = http.createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
