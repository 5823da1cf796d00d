import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { newProject, type Project } from '../project';

/** A project with the packages of the AWS SDK that the repository has. */
export function newSdkProject(files: Readonly<Record<string, string>> = {}): Project {
  const project = newProject(files);
  mkdirSync(project.file('node_modules'));
  symlinkSync(path.resolve(__dirname, '../../../node_modules/@aws-sdk'), project.file('node_modules/@aws-sdk'));
  return project;
}
