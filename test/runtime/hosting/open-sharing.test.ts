import { existsSync } from 'node:fs';
import path from 'node:path';
import { Api, Duration, MockIntegration, ProxyIntegration, TokenAuthorizer, type App } from 'synthgate';
import { deploy, rollback, type ServeOptions } from 'synthgate/runtime';
import { declareGateway, functionOf, type DeclaredGateway } from '../../support/declared-gateway';
import { sendRequest } from '../../support/http-client';
import { startStoreServer, type StoreServer } from '../../support/store-server';
import { until } from '../../support/until';

let server: StoreServer;
const opened: DeclaredGateway[] = [];
beforeAll(async () => { server = await startStoreServer(); });
afterEach(async () => { await Promise.all(opened.splice(0).map((gateway) => gateway.close())); });
afterAll(() => server.close());

/** An API whose authorizer and function say which of their calls an answer is from. */
function declare(app: App): void {
  const api = new Api(app, 'Shop', { deployOptions: { cachingEnabled: true, methodOptions: { '/*/GET': { requireAuthorizationForCacheControl: false } } } });
  const decides = functionOf(app, 'Decides', `() => ({
    principalId: 'ann', context: { call: require('node:crypto').randomUUID() },
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] },
  })`);
  const authorizer = new TokenAuthorizer(app, 'Tokens', { handler: decides, resultsCacheTtl: Duration.minutes(5) });
  const answers = functionOf(app, 'Answers', `({ requestContext: { authorizer } }) => ({
    statusCode: 200, body: JSON.stringify({ decided: authorizer.call, answered: require('node:crypto').randomUUID() }),
  })`);
  api.root.addMethod('ANY', new ProxyIntegration(answers), { authorizer });
  api.root.addMethod('GET', new ProxyIntegration(answers), { authorizer });
}

async function start(options: Partial<ServeOptions> = {}): Promise<DeclaredGateway> {
  const gateway = await declareGateway(declare, { store: server.url, storeTimeoutMs: 5_000, storeShare: ['cache', 'authorizers'], ...options });
  opened.push(gateway);
  return gateway;
}

interface Answer {
  readonly decided: string;
  readonly answered: string;
}

async function ask({ url }: DeclaredGateway, method: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { status, text } = await sendRequest(`${url}/prod/`, { method, headers: { authorization: 'token-of-ann', ...headers } });
  expect(status).toBe(200);
  return JSON.parse(text) as Answer; // as its function answers
}

/** The answer that both give: a gateway that asks before another has kept its answer keeps one of its own, for all. */
async function agreed(...gateways: readonly [DeclaredGateway, DeclaredGateway]): Promise<Answer> {
  for (const endsAt = Date.now() + 20_000; Date.now() < endsAt;) {
    const [one, other] = [await ask(gateways[0], 'GET'), await ask(gateways[1], 'GET')];
    if (one.answered === other.answered) return one;
  }
  throw new Error('they never agree');
}

test('a response and a decision of one gateway answer at another, also in its workers; an invalidation there reaches the first', async () => {
  const [first, second] = [await start(), await start({ processes: 2 })];
  const cached = await ask(first, 'GET');
  while ((await server.client.keys('*:entries')).length < 2) await Promise.resolve(); // nothing waits for what is kept
  expect(await ask(second, 'GET')).toEqual(cached);
  expect((await ask(second, 'POST')).decided).toBe(cached.decided);
  const fresh = await ask(second, 'GET', { 'cache-control': 'max-age=0' });
  expect(fresh.answered).not.toBe(cached.answered);
  expect((await agreed(first, second)).answered).not.toBe(cached.answered);
});

test('gateways that share limits alone keep responses and decisions to themselves', async () => {
  const [first, second] = [await start({ storeShare: [] }), await start({ accountId: '222222222222' })];
  const cached = await ask(first, 'GET');
  const secondAnswer = await ask(second, 'GET');
  expect([secondAnswer.answered === cached.answered, secondAnswer.decided === cached.decided]).toEqual([false, false]);
});

test('what is shared needs a store, and is something that can be', async () => {
  await expect(start({ store: undefined })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'storeShare' } });
  await expect(start({ storeShare: ['sessions'] as never })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

test('a deploy reaches the other gateways, also one that starts later, and while the store was away when it answers again', async () => {
  const declared = (answer: string) => (app: App): void => {
    const api = new Api(app, 'Versions');
    api.root.addMethod('GET', new MockIntegration({ integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': answer } }] }));
  };
  const options = { store: server.url, storeTimeoutMs: 5_000, storeShare: ['deployments'], watch: true } as const;
  const start = async (): Promise<DeclaredGateway> => {
    const gateway = await declareGateway(declared('one'), options);
    opened.push(gateway);
    return gateway;
  };
  const answers = async (gateways: readonly DeclaredGateway[], text: string): Promise<void> => {
    for (const { url } of gateways) {
      for (const endsAt = Date.now() + 20_000; (await sendRequest(`${url}/prod/`)).text !== text;) if (Date.now() > endsAt) throw new Error(`never ${text}`);
    }
  };
  const stateOf = ({ directory }: DeclaredGateway): string => path.join(path.dirname(directory), 'gateway.state');
  const change = { api: 'Versions', stage: 'prod', now: Date.now };
  const [first, second] = [await start(), await start()];
  deploy({ ...change, source: first.directory, stateDirectory: stateOf(first) });
  await until(() => existsSync(path.join(stateOf(second), 'stages/Versions/prod.json')) || undefined);
  for (const gateway of [first, second]) gateway.declareAgain(declared('two'));
  deploy({ ...change, source: first.directory, stateDirectory: stateOf(first) });
  await answers([first, second], 'two');
  await server.signal('SIGKILL');
  rollback({ ...change, stateDirectory: stateOf(second) });
  await answers([second], 'one');
  await answers([first], 'two');
  await server.start();
  // the server had nothing on disk: the newest that a gateway has is shared again
  await answers([first, second, await start()], 'one');
});

test('deployments are not shared by a gateway that follows none', async () => {
  await expect(start({ storeShare: ['deployments'] })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { given: 'deployments' } });
});
