import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { removePlace, temporaryPlace } from '../../lib/synth';
import { isAlive, until } from '../support/functions/engine';
import { newProject } from '../support/project';
import { startCommand } from '../support/served-command';

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Resources:
  Fn:
    Type: AWS::Serverless::Function
    Properties: {CodeUri: fn, Handler: bootstrap, Runtime: provided.al2023, Events: {Get: {Type: Api, Properties: {Path: /a, Method: get}}}}
`;

test('a place is there until it is removed', () => {
  const place = temporaryPlace('synthgate-test-');
  expect(existsSync(place)).toBe(true);
  removePlace(place);
  expect(existsSync(place)).toBe(false);
});

test.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('%s while a program is built ends its compiler, and leaves nothing in the temporary directory', async (signal, code) => {
  const project = newProject({
    'template.yaml': TEMPLATE, 'fn/go.mod': 'module x\n', 'fn/main.go': 'package main\n',
    'bin/go': '#!/bin/sh\necho $$ > "$TMPDIR.new"; mv "$TMPDIR.new" "$TMPDIR.pid"; exec sleep 600\n',
  });
  chmodSync(project.file('bin/go'), 0o755);
  mkdirSync(project.file('tmp'));
  const command = startCommand(project.directory, ['serve', 'template.yaml', '--port', '0'], {
    TMPDIR: project.file('tmp'), PATH: `${project.file('bin')}${path.delimiter}${process.env.PATH}`,
  });
  await until(() => existsSync(project.file('tmp.pid')));
  expect(readdirSync(project.file('tmp')).join(' ')).toContain('synthgate-build-');
  command.child.kill(signal);
  expect([await command.ended, readdirSync(project.file('tmp'))]).toEqual([code, []]);
  await until(() => !isAlive(Number(readFileSync(project.file('tmp.pid'), 'utf8'))));
});
