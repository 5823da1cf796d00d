import { importSource } from '../../lib/importers';
import { newProject } from '../support/project';

const project = newProject({
  'other.json': '{"name": "pets"}', 'empty.json': '', 'comment.yaml': '# nothing\n', 'list.json': '[]', 'list.yaml': '- a\n', 'text.yaml': 'hello\n',
  'notes.txt': '{}', 'gateway.out/manifest.json': '{"apis": {}}', 'nothing/here.txt': '',
  'api.json': '{"openapi": "3.0.3", "paths": {"/": {"get": {}}}}',
});

test.each([
  ['other.json', 'it has neither "Resources", "openapi", "swagger" nor "service" with "provider"; its members: name'],
  ['empty.json', 'it is empty'],
  ['comment.yaml', 'it is empty'],
  ['list.json', 'it is a list, not an object'],
  ['list.yaml', 'it is a list, not an object'],
  ['text.yaml', 'it is a single string, not an object'],
  ['missing.yaml', 'there is no such file or directory'],
  ['notes.txt', 'it is not a file with JSON or YAML'],
  ['gateway.out', 'it is an assembly or a spec of synthgate'],
  ['nothing', 'the directory has no manifest.json, template.yaml or serverless.yml'],
])('%s is not a definition that can be imported: %s', (file, reason) => {
  expect(() => importSource(project.file(file))).toThrow(expect.objectContaining({
    code: 'SOURCE_NOT_RECOGNIZED', location: project.file(file), message: expect.stringContaining(reason) as string,
  }));
});

test('binary data is neither JSON nor YAML', () => {
  project.write('binary.json', String.fromCharCode(0, 1, 0xFFFD, 0xFFFD, 65));
  expect(() => importSource(project.file('binary.json'))).toThrow('it is neither JSON nor YAML');
});
