import { stageVariablesSchema } from '../../lib/spec/deployment-reference';

describe('stage variables', () => {
  test.each([
    ['a value of every character', { v: 'AZaz09-._~:/?#&=,' }, true],
    ['a name of 64 characters', { ['n'.repeat(64)]: 'v' }, true],
    ['a name of 65', { ['n'.repeat(65)]: 'v' }, false],
    ['a value of 512 characters', { v: 'v'.repeat(512) }, true],
    ['a value of 513', { v: 'v'.repeat(513) }, false],
    ['a hyphen in a name', { 'a-b': 'v' }, false],
    ['a space in a value', { v: 'a b' }, false],
    ['a brace in a value', { v: '{a}' }, false],
    ['a line break in a value', { v: 'a\nb' }, false],
  ])('%s', (_, variables, isAllowed) => {
    expect(stageVariablesSchema.safeParse(variables).success).toBe(isAllowed);
  });
});
