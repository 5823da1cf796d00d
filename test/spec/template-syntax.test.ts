import { readTemplate } from '../../lib/spec';

test.each(['parse', 'include', 'evaluate'])('there is no #%s', (name) => {
  expect(readTemplate(`{}\n#if(true) #${name}("x") #end`)).toEqual({ problem: expect.stringMatching(new RegExp(`^line 2, column 1\\d: mapping templates have no #${name}$`)) as string });
});

test('a macro of the template\'s own may have any other name', () => {
  expect(readTemplate('#macro(parsed)x#end#parsed()')).toHaveProperty('template');
});
