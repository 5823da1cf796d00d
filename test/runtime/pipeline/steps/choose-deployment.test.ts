import { chooseDeployment } from '../../../../lib/runtime/pipeline/steps/choose-deployment';

interface Named {
  readonly name: string;
  readonly canary?: { readonly percentTraffic: number; readonly stage: Named };
}

const stage = (percentTraffic: number): Named => ({ name: 'base', canary: { percentTraffic, stage: { name: 'canary' } } });
const randomHex = (digit: string) => ({ randomHex: (length: number) => digit.repeat(length) });

test('Canary: each request is chosen by chance', () => {
  expect(chooseDeployment(stage(50), randomHex('7')).name).toBe('canary');
  expect(chooseDeployment(stage(50), randomHex('8')).name).toBe('base');
});

test('0 % selects no request, 100 % selects all', () => {
  expect(chooseDeployment(stage(0), randomHex('0')).name).toBe('base');
  expect(chooseDeployment(stage(100), randomHex('f')).name).toBe('canary');
});

test('a stage without a canary asks for no chance', () => {
  const base: Named = { name: 'base' };
  expect(chooseDeployment(base, { randomHex: () => { throw new Error('asked'); } })).toBe(base);
});
