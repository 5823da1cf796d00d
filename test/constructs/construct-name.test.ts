import { App, Stack, Stage } from 'aws-cdk-lib';
import { Construct, RootConstruct } from 'constructs';
import { freeId, nameOf } from '../../lib/constructs/construct-name';

test('joins the ids below the app', () => {
  const root = new RootConstruct();
  expect(nameOf(new Construct(new Construct(new Construct(root, 'Shop'), 'Resource'), 'Pets'))).toBe('Shop-Pets');
  expect(nameOf(new Construct(root, 'Default'))).toBe('Default');
});

test('starts at the nearest CDK stage', () => {
  const app = new App();
  const stack = new Stack(new Stage(new Construct(app, 'Above'), 'Prod'), 'Stack');
  expect(nameOf(new Construct(stack, 'Pets'))).toBe('Stack-Pets');
  expect(nameOf(new Construct(new Stack(app, 'Other'), 'Pets'))).toBe('Other-Pets');
});

test('names that cannot be in a spec get a suffix that keeps them apart', () => {
  const root = new RootConstruct();
  const names = ['a b', 'a_b', 'a:b', 'ä', 'x'.repeat(150)].map((id) => nameOf(new Construct(root, id)));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,140}$/);
  expect(names[1]).toBe('a_b');
});

test('finds an id that is free', () => {
  const root = new RootConstruct();
  expect(freeId(root, 'pets')).toBe('pets');
  new Construct(root, 'pets');
  expect(freeId(root, 'pets')).toBe('pets#2');
  new Construct(root, 'pets#2');
  expect(freeId(root, 'pets')).toBe('pets#3');
  expect(freeId(root, '')).toBe('(empty)');
});
