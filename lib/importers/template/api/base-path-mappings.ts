import { warning } from '../../../errors';
import { textOf } from '../../value';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';
import { servedStageName } from './stages';

const MAPPING = /^AWS::ApiGateway::BasePathMapping(V2)?$/;

/** The base paths of domains: the report has the option that serves them here. @param names - of APIs, by id */
export function basePathIssues(resources: readonly Resource[], names: ReadonlyMap<string, string>): ResourceIssue[] {
  return resources.filter(({ type }) => MAPPING.test(type)).flatMap((resource) => {
    const { RestApiId: id, Stage: given, BasePath: path } = resource.stack.properties(resource);
    const name = names.get(textOf(id) ?? '');
    if (name === undefined) return [];
    const stage = textOf(given);
    const api = stage === undefined ? name : `${name}/${servedStageName(stage)}`;
    return [{ resource, found: warning('IMPORT_BASE_PATH_NOTED', resource.logicalId, { api: name, mapping: `${api}=${textOf(path) || '(none)'}` }) }];
  });
}
