import { readTemplate } from '../../lib/spec';

test.each(['parse', 'include', 'evaluate'])('there is no #%s', (name) => {
  expect(readTemplate(`{}\n#if(true) #${name}("x") #end`)).toEqual({ problem: expect.stringMatching(new RegExp(`^line 2, column 1\\d: mapping templates have no #${name}$`)) as string });
});

test('a macro of the template\'s own may have any other name', () => {
  expect(readTemplate('#macro(parsed)x#end#parsed()')).toHaveProperty('template');
});

describe('a quote in a text is written twice', () => {
  test.each([
    ['#set($text = "say ""hi""")', 'say "hi"'],
    ['#set($text = """")', '"'],
    ['#set($text = \'it\'\'s\')', 'it\'s'],
    ['#set($text = \'""\' + "")#set($other = "")', undefined],
    ['{"empty": "", "quoted": """"}#set($text = "a""b")', 'a"b'],
    ['$map.put("a""b", $text)', 'a"b'],
    ['#if($x == "")#set($text = "a""(b")#end', 'a"(b'],
  ])('%s', (text, expected) => {
    const reading = readTemplate(text);
    expect(reading).toHaveProperty('template');
    if (expected !== undefined) expect(JSON.stringify(reading)).toContain(JSON.stringify(expected));
  });

  test('and references in such a text have their values', () => {
    expect(readTemplate('#set($text = "{""id"": ""$id""}")')).toMatchObject({ template: { texts: new Map([['{"id": "$id"}', expect.arrayContaining(['{"id": "', expect.objectContaining({ id: 'id' })])]]) } });
  });

  test.each([['#if([] == $x)1#end', 7], ['#if({} == $x)1#end', 7], ['#if($x == [1])1#end', 10]])('a list or map cannot be an operand: %s', (text, column) => {
    expect(readTemplate(text)).toEqual({ problem: expect.stringMatching(`^line 1, column ${column}: unexpected`) as string });
  });

  test('literal parts keep what they have, and problems their places', () => {
    expect(readTemplate('{"a": "f($x(""))"}\n#set($text = "a""b")')).toMatchObject({ template: { nodes: expect.arrayContaining([expect.stringContaining('"a": "f(')]) } });
    expect(readTemplate('#set($text = "a""b")\n#set($x = )')).toEqual({ problem: expect.stringMatching(/^line 2, column 1\d: unexpected "\)"$/) as string });
  });
});
