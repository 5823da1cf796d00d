import path from 'node:path';
import ts from 'typescript';
import { OPTIONS } from '../support/compatibility/positions';
import * as handedOut from '../support/compatibility/handed-out';
import { newProject } from '../support/project';

const FILE = path.resolve(__dirname, '..', 'support', 'compatibility', 'handed-out.ts');

/** The public members that each value must have by its type, by the name of the value. */
function promisedBy(functionName: string): ReadonlyMap<string, readonly string[]> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === functionName);
  const [call] = exported === undefined ? [] : checker.getTypeOfSymbol(exported).getCallSignatures();
  if (call === undefined) throw new Error(`${FILE} has no function ${functionName}`);
  return new Map(call.getReturnType().getProperties().map((value) => [value.name, membersOf(checker.getTypeOfSymbol(value))]));
}

function membersOf(type: ts.Type): string[] {
  const isPublic = ({ flags, declarations = [] }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) === 0
    && declarations.every((one) => (ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0);
  return type.getProperties().filter(isPublic).map(({ name }) => name).filter((name) => !/^(_|#)/.test(name));
}

const project = newProject({ 'handler.ts': 'export const handler = async () => ({ statusCode: 200 });' });
let program: ts.Program;
beforeAll(() => {
  program = ts.createProgram([FILE], OPTIONS);
});

test.each(['ofStack', 'ofApp'] as const)('what an API hands out has every member that its type says: %s', (name) => {
  const values: Readonly<Record<string, object>> = handedOut[name](project.file('handler.ts'));
  const promised = promisedBy(name);
  expect([...promised.keys()]).toEqual(Object.keys(values));
  const missing = [...promised].flatMap(([value, members]) =>
    members.filter((member) => !(member in (values[value] ?? {}))).map((member) => `${value}.${member}`));
  expect([...promised.values()].flat().length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
