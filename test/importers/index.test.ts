import { importSource } from '../../lib/importers';
import { newProject } from '../support/project';

const project = newProject({ 'other.json': '{"name": "pets"}' });

test('a file that is not a definition is refused', () => {
  expect(() => importSource(project.file('other.json'))).toThrow('[SOURCE_NOT_RECOGNIZED]');
});
