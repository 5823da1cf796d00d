import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API_GATEWAY, ENTRY_POINT, positionsOf, type ExportedName, type Position } from '../support/compatibility/positions';

/** The source of docs/reference/cdk-compatibility.md; `GOLDEN=write npx jest test/oracle/compatibility` writes it, without reasons. */
const TABLE = path.resolve(__dirname, '..', '..', 'docs', 'reference', 'cdk-compatibility.json');

interface Table {
  readonly names: Readonly<Record<string, Row>>;
}

interface Row {
  readonly kind: string;
  readonly same: readonly string[];
  /** Members that differ, or are absent, with the reason; the name of the row itself is among them. */
  readonly differs: Readonly<Record<string, string>>;
  readonly absent: Readonly<Record<string, string>>;
}

/** A package, and what another makes of it. */
const THEIRS = `
  export class Kept { public rename(to: string): void { void to; } }
  export class Gone { public rename(to: string): void { void to; } }
  export class Copied { public static of(): Copied { return new Copied(); } public rename(to: string): void { void to; } }
  export class Changed { public constructor(public readonly name: string) {} public rename(to: string): void { void to; } }
  export interface Shorter { readonly name: string; readonly count?: number }
  export enum Kind { A = 'a' }
`;
const OURS = `
  export { Kept } from './theirs';
  export class Copied { public static of(): Copied { return new Copied(); } public rename(to: string): void { void to; } }
  export class Changed { public constructor(public readonly name: string) {} public rename(to: number): void { void to; } }
  export interface Shorter { readonly name: string }
  export enum Kind { A = 'b' }
`;

describe('what aws-cdk-lib/aws-apigateway exports', () => {
  let compared: ReturnType<typeof positionsOf>;
  let table: Table;

  beforeAll(() => {
    compared = positionsOf(ENTRY_POINT, API_GATEWAY);
    if (process.env.GOLDEN === 'write') writeFileSync(TABLE, tableText(compared.names.map(written)));
    table = JSON.parse(readFileSync(TABLE, 'utf8')) as Table; // as it is written above
  });

  test('has the position in synthgate/aws that the table says, and no name is without one', () => {
    expect(Object.entries(table.names).map(withoutReasons)).toEqual(compared.names.map(written).map(withoutReasons));
  });

  test('has a reason wherever it is not the same', () => {
    const reasons = Object.entries(table.names).flatMap(([name, { differs, absent }]) =>
      Object.entries({ ...differs, ...absent }).map(([member, why]) => `${name} ${member}: ${why}`));
    expect(reasons.filter((line) => !/: \S.{20,}/.test(line))).toEqual([]);
  });

  test('is the same for at least 97 % of its names', () => {
    const positions = compared.names.flatMap(({ position, members }) => [position, ...Object.values(members)]);
    expect(positions.length).toBeGreaterThan(900);
    expect(positions.filter((one) => one === 'same').length / positions.length).toBeGreaterThanOrEqual(0.97);
  });

  test('has its L1 classes unchanged', () => {
    expect(compared.missingL1).toEqual([]);
  });
});

describe('a position', () => {
  let folder: string;
  let names: readonly ExportedName[];

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'synthgate-positions-'));
    const [ours, theirs] = [['ours.ts', OURS], ['theirs.ts', THEIRS]].map(([file, text]) => {
      writeFileSync(path.join(folder, file), text);
      return path.join(folder, file);
    });
    names = positionsOf(ours, theirs).names;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each<[string, string, Position, Record<string, Position>]>([
    ['is same for the very same declaration', 'Kept', 'same', { rename: 'same' }],
    ['is absent for a name that is not exported', 'Gone', 'absent', { rename: 'absent' }],
    ['is same for another class that fits both ways', 'Copied', 'same', { 'rename': 'same', 'Copied.of': 'same' }],
    ['differs for a class with a member of another type', 'Changed', 'differs', { name: 'same', rename: 'differs', __constructor: 'same' }],
    ['differs for props without a member', 'Shorter', 'differs', { name: 'same', count: 'absent' }],
    ['differs for an enum with other values', 'Kind', 'differs', { 'Kind.A': 'differs' }],
  ])('%s', (_, name, position, members) => {
    expect(names.find((one) => one.name === name)).toMatchObject({ position, members });
  });
});

function written({ name, kind, position, members }: ExportedName): [string, Row] {
  const all = [[name, position] as const, ...Object.entries(members)];
  const at = (wanted: Position): string[] => all.filter(([, one]) => one === wanted).map(([member]) => member);
  const reasonless = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, '']));
  return [name, { kind, same: at('same'), differs: reasonless(at('differs')), absent: reasonless(at('absent')) }];
}

function withoutReasons([name, { kind, same, differs, absent }]: readonly [string, Row]) {
  return { name, kind, same, differs: Object.keys(differs), absent: Object.keys(absent) };
}

/** A line for each name. */
function tableText(rows: readonly (readonly [string, Row])[]): string {
  return `{ "names": {\n${rows.map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`).join(',\n')}\n} }\n`;
}
