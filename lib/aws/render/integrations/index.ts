import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { IntegrationKind, IntegrationOf, IntegrationSpec } from '../../../spec';
import type { RenderContext } from '../render-context';
import { renderHttp } from './http';
import { renderHttpProxy } from './http-proxy';
import { renderMapped } from './mapped';
import { renderMock } from './mock';
import { renderProxy } from './proxy';
import { renderService } from './service';
import { renderUnavailable } from './unavailable';

type Renderers = {
  readonly [Kind in IntegrationKind]: (spec: IntegrationOf<Kind>, context: RenderContext) => apigateway.CfnMethod.IntegrationProperty
};

/** No REST API has these: the rule about kinds of APIs refuses them. */
const foreign = ({ type }: { readonly type: string }): apigateway.CfnMethod.IntegrationProperty => {
  throw new TypeError(`no integration of a REST API: ${type}`);
};

/** The list of integration kinds as CloudFormation writes them. */
const RENDERERS: Renderers = {
  'proxy': renderProxy,
  'mapped': renderMapped,
  'mock': renderMock,
  'http': renderHttp,
  'http-proxy': renderHttpProxy,
  'service': renderService,
  'service-proxy': foreign,
  'unavailable': renderUnavailable,
};

/** An integration as a member of `AWS::ApiGateway::Method`. */
export function renderIntegration(spec: IntegrationSpec, context: RenderContext): apigateway.CfnMethod.IntegrationProperty {
  // The kind that the spec has is the kind that the list is asked for.
  const render = RENDERERS[spec.type] as (integration: IntegrationSpec, of: RenderContext) => apigateway.CfnMethod.IntegrationProperty;
  return render(spec, context);
}
