import { functionsText, issueText, unavailableFunctions, warning, withFunctionsTogether, type Issue } from '../../lib/errors';

const python = (name: string): Issue => ({ ...unavailableFunctions('loss', name, { names: [name], reason: 'it runs on python3.12' }), source: `t.json:${name}` });

test.each([[['A'], 'function A'], [['A', 'B', 'C'], '3 functions (A, B, C)'], [['A', 'B', 'C', 'D', 'E'], '5 functions (A, B, C and 2 more)']])('%j is %s', (names, text) => {
  expect(functionsText(names)).toBe(text);
});

test('functions that cannot run here for one reason are one issue, where the first is', () => {
  const second = warning('IMPORT_VARIABLES_LEFT_OUT', 'Fn', { names: 'A' });
  const image = unavailableFunctions('loss', 'Image', { names: ['Image'], reason: 'it is a container image' });
  const lines = withFunctionsTogether([python('1'), second, python('2'), image, python('3'), python('4')]).map((one) => issueText(one).split('\n')[0]);
  expect(lines).toEqual([
    'not imported: t.json:1: 4 functions (1, 2, 3 and 1 more) cannot run here: it runs on python3.12 [IMPORT_FUNCTION_UNAVAILABLE]',
    expect.stringContaining('IMPORT_VARIABLES_LEFT_OUT'),
    'not imported: Image: function Image cannot run here: it is a container image [IMPORT_FUNCTION_UNAVAILABLE]',
  ]);
});
