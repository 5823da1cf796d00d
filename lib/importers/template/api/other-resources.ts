import { loss, warning, type Issue } from '../../../errors';
import { textOf } from '../../value';
import type { Resource, Stack } from '../stack';

/** An issue and the resource that it is about. */
export interface ResourceIssue {
  readonly resource: Resource;
  readonly found: Issue;
}

/** Types that have issues of their own, or that say nothing about an API. */
const READ = /^AWS::(ApiGateway|ApiGatewayV2|Lambda|CDK)::|^AWS::CloudFormation::(Stack|WaitConditionHandle)$/;
const WEB_ACL = /^AWS::WAF(v2|Regional)::WebACLAssociation$/;

/** Returns issues that name the resources around the APIs of a stack, which are not served. */
export function otherResourceIssues(stack: Stack): ResourceIssue[] {
  const unread = [...stack.resources.values()].filter(({ type }) => !READ.test(type));
  const [first] = unread;
  if (first === undefined) return [];
  const counts = new Map<string, number>();
  for (const { type } of unread) counts.set(type, (counts.get(type) ?? 0) + 1);
  const types = [...counts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([type, count]) => (count === 1 ? type : `${count} ${type}`));
  return [
    ...unread.filter(isWebAclOfApi).map((resource) => ({ resource, found: loss('IMPORT_PART_REFUSED', resource.logicalId, { what: 'the web ACL', reason: 'requests are not filtered here' }) })),
    { resource: first, found: warning('IMPORT_RESOURCES_NOTED', stack.source.name, { types: types.join(', ') }) },
  ];
}

function isWebAclOfApi(resource: Resource): boolean {
  return WEB_ACL.test(resource.type) && textOf(resource.stack.properties(resource).ResourceArn)?.includes('/restapis/') === true;
}

/** The web ACLs of the stages of an API. @param id - as templates refer to it */
export function webAclsOf(id: string, resources: readonly Resource[]): Readonly<Record<string, string>> {
  return Object.fromEntries(resources.filter(isWebAclOfApi).flatMap((resource) => {
    const { ResourceArn, WebACLArn, WebACLId } = resource.stack.properties(resource);
    const [, stage] = textOf(ResourceArn)?.split(`/restapis/${id}/stages/`) ?? [];
    return stage === undefined ? [] : [[stage, textOf(WebACLArn ?? WebACLId) ?? JSON.stringify(WebACLArn ?? WebACLId)] as const];
  }));
}
