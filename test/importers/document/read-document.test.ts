import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { DOCUMENT_LIMITS } from '../../../lib/importers/document/document-limits';
import { readDocument, readInside, readReferenced } from '../../../lib/importers/document/read-document';
import { boundsOf } from '../../../lib/importers/document/source-bounds';
import { newProject } from '../../support/project';

const refusal = (reason: string) => expect.objectContaining({ code: 'SOURCE_UNREADABLE', details: { reason } }) as unknown as Error;

test('what never ends is not read: pipes and devices', () => {
  const pipe = newProject({}).file('pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero']) expect(() => readDocument(file)).toThrow(refusal('it is a pipe, a socket or a device, and not a file'));
});

test('a file beyond the limit is refused before it is read', () => {
  const file = newProject({}).file('large.yaml');
  writeFileSync(file, '');
  truncateSync(file, DOCUMENT_LIMITS.bytes + 1);
  expect(() => readDocument(file)).toThrow(refusal(`it has ${DOCUMENT_LIMITS.bytes + 1} bytes, and ${DOCUMENT_LIMITS.bytes} can be imported`));
});

test('a file that a document names is read with the bounds of the document', () => {
  const project = newProject({ 'a/package.json': '{}', 'a/one.yaml': 'a: 1', 'two.yaml': 'b: 2' });
  const bounds = boundsOf(project.file('a'));
  expect(readInside(project.file('a/one.yaml'), bounds)).toMatchObject({ value: { a: 1 }, bounds });
  expect(() => readInside(project.file('two.yaml'), bounds)).toThrow(expect.objectContaining({ code: 'SOURCE_OUTSIDE' }));
  expect(() => readReferenced(project.file('two.yaml'), bounds)).toThrow(expect.objectContaining({ code: 'SOURCE_OUTSIDE' }));
  expect(readReferenced(project.file('a/none.yaml'), bounds)).toEqual({ reason: expect.stringContaining('no such file') as string });
});
