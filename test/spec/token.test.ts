import { replaceTokens, tokensIn, tokenText } from '../../lib/spec';

test('tokens are in texts, alone or among others', () => {
  const text = `a-${tokenText('Shop/Table.Ref')}-${tokenText('AWS::Region')}\${stageVariables.x}`;
  expect(tokensIn(text)).toEqual(['Shop/Table.Ref', 'AWS::Region']);
  expect(tokensIn('plain')).toEqual([]);
  expect(replaceTokens(text, (name) => `<${name}>`)).toBe('a-<Shop/Table.Ref>-<AWS::Region>${stageVariables.x}');
});
