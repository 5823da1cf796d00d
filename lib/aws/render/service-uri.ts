import { serviceCall, type ServiceTarget } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/** The URI with which API Gateway calls a service, in the partition of the stack and, unless it has its own, its region. */
export function serviceIntegrationUri(target: ServiceTarget, { api }: Pick<RenderContext, 'api'>): string {
  const { service, subdomain, region } = target;
  const { ArnFormat, Stack } = awsCdk();
  const [resource = '', ...name] = serviceCall(target).split('/');
  return Stack.of(api).formatArn({
    service: 'apigateway',
    account: subdomain === undefined ? service : `${subdomain}.${service}`,
    resource,
    resourceName: name.join('/'),
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    ...(region === undefined ? {} : { region }),
  });
}
