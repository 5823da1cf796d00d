import type { IntegrationResponseSpec, Protocol } from '../../spec';
import { headerValue, mediaType } from '../http/headers';
import { compileSelectionExpression } from '../mapping/selection-expression';
import {
  compileTemplates, requestTemplate, responseTemplate, selectedTemplate, type ChosenTemplate, type PassthroughBehavior,
} from '../mapping/select-template';
import type { EndpointResponse } from '../mapping/response-parameters';
import type { TemplateScope } from '../mapping/template-scope';
import type { Validated } from '../plan/exchange';

/** The templates of a request, and what happens without one. */
export interface RequestTemplates {
  readonly requestTemplates: Readonly<Record<string, string>>;
  readonly passthroughBehavior: PassthroughBehavior;
  readonly templateSelectionExpression?: string | undefined;
}

/** The answer of an integration, and what selects its response: an error message or a status. */
type SelectedAnswer = EndpointResponse & { readonly selects: string; readonly status?: number };

/** The templates for a request and for an answer; undefined if the body is passed through. @throws MEDIA_TYPE_UNSUPPORTED for a request */
interface TemplateChoice {
  readonly request: (spec: RequestTemplates) => (request: Validated, scope: TemplateScope) => ChosenTemplate | undefined;
  readonly response: (spec: Pick<IntegrationResponseSpec, 'responseTemplates' | 'templateSelectionExpression'>) =>
  (answer: SelectedAnswer, request: Validated, scope: TemplateScope) => ChosenTemplate | undefined;
}

const BY_MEDIA_TYPE: TemplateChoice = {
  request: ({ requestTemplates, passthroughBehavior }) => {
    const templates = compileTemplates('request', requestTemplates);
    return ({ headers }) => requestTemplate(templates, passthroughBehavior, mediaType(headerValue(headers, 'content-type')));
  },
  response: ({ responseTemplates }) => {
    const templates = compileTemplates('response', responseTemplates);
    return (_, { headers }) => responseTemplate(templates, mediaType(headerValue(headers, 'accept')));
  },
};

const DEFAULT_KEY = '\\$default';

/** Messages have no media types. */
const BY_SELECTION: TemplateChoice = {
  request: ({ requestTemplates, passthroughBehavior, templateSelectionExpression = DEFAULT_KEY }) => {
    const templates = compileTemplates('request', requestTemplates, 'keys');
    const select = compileSelectionExpression(templateSelectionExpression);
    return (request, { context, stageVariables }) => {
      const { received: { body }, headers, queryParameters } = request;
      const key = select({ message: body.toString('utf8'), headers, queryParameters, stageVariables, context: () => context });
      return selectedTemplate(templates, key) ?? requestTemplate(templates, passthroughBehavior, key);
    };
  },
  response: ({ responseTemplates, templateSelectionExpression = DEFAULT_KEY }) => {
    const templates = compileTemplates('response', responseTemplates, 'keys');
    const select = compileSelectionExpression(templateSelectionExpression);
    return ({ selects, status = selects, headers, body }, { received }, { context, stageVariables }) => {
      const response = { status: String(status), headers, body: body.toString('utf8') };
      const message = received.body.toString('utf8');
      return selectedTemplate(templates, select({ message, response, stageVariables, context: () => context }));
    };
  },
};

export const TEMPLATE_CHOICE: Readonly<Record<Protocol, TemplateChoice>> = {
  'rest': BY_MEDIA_TYPE, 'http': BY_MEDIA_TYPE, 'function-url': BY_MEDIA_TYPE, 'websocket': BY_SELECTION,
};
