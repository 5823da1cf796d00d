import { differenceTable } from './difference-table';

test('every difference is a line; what a table cannot contain is escaped', () => {
  expect(differenceTable([{ name: 'a one', problems: ['x | y\nz', 'second'] }, { name: 'b two', problems: [] }])).toBe(
    '| case | difference |\n|---|---|\n| a one | x \\| y z |\n| a one | second |',
  );
  expect(differenceTable([{ name: 'b two', problems: [] }])).toBe('Every case is answered as it expects.');
});
