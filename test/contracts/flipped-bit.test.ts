import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deploy, serve, type Serving } from '../../lib/runtime';
import { petsSpec, writeAssembly } from '../support/assembly';
import { newDirectory } from '../support/temporary-directory';

const codeOf = (body: string): string => `exports.handler = async () => ({ statusCode: 200, body: '${body}' });`;

test('a flipped bit in the code of one deployment: it is not loaded, the file is named, and what serves goes on', async () => {
  const stateDirectory = path.join(newDirectory(), 'gateway.state');
  const directory = newDirectory();
  const stages = { beta: {}, prod: {} };
  const deployTo = (stage: string, body: string): string => {
    const source = writeAssembly(directory, [petsSpec({ stages })], codeOf(body));
    return deploy({ source, stateDirectory, api: 'Pets', stage, now: Date.now }).deployment;
  };
  const [damaged] = [deployTo('beta', 'one'), deployTo('prod', 'two')];
  const source = directory;
  const serving = await serve({ source, stateDirectory, port: 0, watch: false });
  try {
    const file = codeFileIn(path.join(stateDirectory, 'deployments', damaged));
    flip(file);
    const refusal = expect.objectContaining({ code: 'STATE_DAMAGED', location: file });
    await expect(serving.reload()).rejects.toEqual(refusal);
    expect(await bodiesOf(serving)).toEqual(['one', 'two']);
    await serving.close();
    await expect(serve({ source, stateDirectory, port: 0, watch: false })).rejects.toEqual(refusal);
    flip(file);
    const again = await serve({ source, stateDirectory, port: 0, watch: false });
    expect(await bodiesOf(again)).toEqual(['one', 'two']);
    await again.close();
  } finally {
    await serving.close();
  }
});

function codeFileIn(deployment: string): string {
  const name = readdirSync(deployment, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith('index.js'));
  return path.join(deployment, name ?? 'no code');
}

function flip(file: string): void {
  const contents = readFileSync(file);
  contents[0] = (contents[0] ?? 0) ^ 1;
  chmodSync(file, 0o644);
  writeFileSync(file, contents);
}

async function bodiesOf({ apis }: Serving): Promise<string[]> {
  return Promise.all((apis[0]?.stages ?? []).map(async ({ url }) => (await fetch(`${url}/pets`)).text()));
}
