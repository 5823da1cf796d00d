import { GatewayError } from '../errors';
import { chooseApi, readAssembly, type TemplateInvocation } from '../runtime';
import { describeIntegration, type GatewaySpec, type IntegrationSpec } from '../spec';

/** Selects a template of an assembly. */
export interface TemplateChoice {
  readonly api?: string;
  readonly method: string;
  /** Path template of the resource. */
  readonly resource: string;
  readonly which: 'request' | 'response';
  readonly mediaType?: string;
  readonly status?: string;
}

/** The template of a method in an assembly. @throws API_MISSING, API_UNKNOWN, API_NOT_CHOSEN, METHOD_UNDEFINED, TEMPLATE_MISSING */
export function chooseTemplate(source: string, choice: TemplateChoice): Pick<TemplateInvocation, 'template' | 'name'> {
  const { api, which, mediaType, method, resource } = choice;
  const { spec } = chooseApi(readAssembly(source), api);
  const templates = templatesOf(integrationOf(spec, choice), choice);
  const [only = ''] = Object.keys(templates);
  const wanted = mediaType ?? (Object.hasOwn(templates, 'application/json') ? 'application/json' : only);
  const template = Object.hasOwn(templates, wanted) ? templates[wanted] : undefined;
  if (template !== undefined) return { template, name: `${which} ${wanted}` };
  throw new GatewayError('TEMPLATE_MISSING', { method, resource, which, known: Object.keys(templates).join(', ') || 'none' });
}

function integrationOf({ resources }: GatewaySpec, { resource, method }: TemplateChoice): IntegrationSpec {
  const methods: Readonly<Record<string, { readonly integration: IntegrationSpec }>> = resources[resource]?.methods ?? {};
  const integration = (Object.hasOwn(methods, method) ? methods[method] : methods.ANY)?.integration;
  if (integration !== undefined) return integration;
  const names = Object.keys(methods);
  const known = names.length > 0 ? `methods there: ${names.join(', ')}` : `resources: ${Object.keys(resources).join(', ')}`;
  throw new GatewayError('METHOD_UNDEFINED', { method, resource, known });
}

/** The response with the status, otherwise the default, otherwise the first. */
function templatesOf(integration: IntegrationSpec, { which, status }: TemplateChoice): Readonly<Record<string, string>> {
  const { requestTemplates, responses = [] } = describeIntegration(integration);
  if (which === 'request') return requestTemplates;
  const isWanted = ({ statusCode, selectionPattern = '' }: (typeof responses)[number]): boolean =>
    status === undefined ? selectionPattern === '' : statusCode === status;
  return (responses.find(isWanted) ?? (status === undefined ? responses[0] : undefined))?.responseTemplates ?? {};
}
