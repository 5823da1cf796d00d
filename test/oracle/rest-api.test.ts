import { Template } from 'aws-cdk-lib/assertions';
import table from '../../docs/reference/aws-differences.json';
import { newStack } from '../support/aws-stack';
import { compareTemplates, type Difference } from '../support/template/compared';
import { propsOf } from '../support/template/props-written';
import { DEFINITIONS, type Definition } from './definitions';

type Row = (typeof table.differences)[number];

const MEMBERS = ['resource', 'at', 'ours', 'theirs'] as const;
const used = new Set<string>();

describe('the template of an Api is that of a RestApi, but for what docs/reference/aws-differences.json says', () => {
  test.each(DEFINITIONS)('$name', (definition) => {
    const rows = differences(definition).map((difference) => ({
      difference,
      row: table.differences.find((row) => fits(row, difference)),
    }));
    for (const { row } of rows) if (row !== undefined) used.add(row.id);
    expect(rows.filter(({ row }) => row === undefined).map(({ difference }) => difference)).toEqual([]);
  });

  test('there is no line for a difference that no definition shows', () => {
    expect(table.differences.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });

  test('every line has an id of its own and a reason', () => {
    expect(new Set(table.differences.map(({ id }) => id)).size).toBe(table.differences.length);
    expect([...table.differences, ...table.undeclared].filter(({ why }) => why.length < 10)).toEqual([]);
  });

  test('a difference that the table does not have is found', () => {
    const broken: Definition = {
      name: 'broken',
      ours: (stack) => {
        DEFINITIONS[0].ours(stack);
      },
      theirs: (stack) => {
        DEFINITIONS[2].theirs(stack);
      },
    };
    const unexplained = differences(broken).filter((difference) => !table.differences.some((row) => fits(row, difference)));
    expect(unexplained).toContainEqual({ resource: 'AWS::ApiGateway::Resource /shops', at: '', ours: '-', theirs: 'present' });
  });
});

test('at least 40 definitions write every prop that the L2 constructs take, but for those that the table gives up', () => {
  const { all, written } = propsOf('aws-cdk-lib/aws-apigateway', 'test/oracle/definitions/index.ts');
  const patterns = table.undeclared.flatMap(({ props }) => props);
  const isGivenUp = (prop: string) => patterns.some((pattern) => pattern === prop || pattern === prop.replace(/\..*/, '.*'));
  expect(DEFINITIONS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(DEFINITIONS.map(({ name }) => name)).size).toBe(DEFINITIONS.length);
  expect([...all].filter((prop) => !written.has(prop) && !isGivenUp(prop))).toEqual([]);
  expect([...written].filter(isGivenUp)).toEqual([]);
  expect(patterns.filter((pattern) => ![...all].some((prop) => prop === pattern || prop.startsWith(pattern.replace('*', ''))))).toEqual([]);
});

function differences({ ours, theirs }: Definition): Difference[] {
  const [left, right] = [ours, theirs].map((declare) => {
    const stack = newStack();
    declare(stack);
    return Template.fromStack(stack).toJSON();
  });
  return compareTemplates(left, right);
}

/** `…` in a line of the table stands for any text. */
function fits(row: Row, difference: Difference): boolean {
  return MEMBERS.every((member) => {
    const pattern = row[member]
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*');
    return new RegExp(`^${pattern}$`).test(difference[member]);
  });
}
