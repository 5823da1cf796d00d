import { warning } from '../../../errors';
import type { BasePathMapping } from '../../imported-source';
import { textOf } from '../../value';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';
import { servedStageName } from './stages';

const MAPPING = /^AWS::ApiGateway::BasePathMapping(V2)?$/;
/** The only one whose base path may have several parts. */
const API_MAPPING = 'AWS::ApiGatewayV2::ApiMapping';

/** A mapping, and what declares it. */
interface DeclaredMapping extends BasePathMapping {
  readonly resource: Resource;
  readonly apiName: string;
}

/** The base paths that custom domains have for APIs. @param names - of APIs, by id */
export function basePathMappings(resources: readonly Resource[], names: ReadonlyMap<string, string>): DeclaredMapping[] {
  return resources.flatMap((resource) => {
    const found = mappingOf(resource);
    const apiName = names.get(textOf(found?.id) ?? '');
    if (found === undefined || apiName === undefined) return [];
    const stage = textOf(found.stage);
    const api = stage === undefined ? apiName : `${apiName}/${servedStageName(stage)}`;
    return [{ resource, apiName, api, domain: textOf(found.domain) ?? '', path: textOf(found.path) || '(none)' }];
  });
}

function mappingOf(resource: Resource): Readonly<Record<'id' | 'stage' | 'path' | 'domain', unknown>> | undefined {
  const isApiMapping = resource.type === API_MAPPING;
  if (!isApiMapping && !MAPPING.test(resource.type)) return undefined;
  const { ApiId, RestApiId, Stage: stage, ApiMappingKey, BasePath, DomainName, DomainNameArn } = resource.stack.properties(resource);
  const domain = DomainName ?? DomainNameArn;
  return isApiMapping ? { id: ApiId, stage, path: ApiMappingKey, domain } : { id: RestApiId, stage, path: BasePath, domain };
}

/** The report has the option that serves a base path here. */
export function basePathIssues(mappings: readonly DeclaredMapping[]): ResourceIssue[] {
  return mappings.map(({ resource, apiName, api, path }) => (
    { resource, found: warning('IMPORT_BASE_PATH_NOTED', resource.logicalId, { api: apiName, mapping: `${api}=${path}` }) }
  ));
}
