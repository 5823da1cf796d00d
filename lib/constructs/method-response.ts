import { parametersRead } from '../spec';
import type { IModel } from './model';
import type { IntegrationInput, MethodInput } from './spec-input';

/** A status of a method's responses, and the headers they may have. */
export interface MethodResponse {
  /** HTTP status code, as text. */
  readonly statusCode: string;

  /**
   * Text about the response, for documents.
   * @default - none
   */
  readonly description?: string;

  /**
   * `method.response.header.<name>`; true if the header is always present.
   * @default - what the integration maps
   */
  readonly responseParameters?: Record<string, boolean>;

  /**
   * Models of the response body by media type, for documentation.
   * @default - none
   */
  readonly responseModels?: Record<string, IModel>;
}

interface MappedResponse {
  readonly statusCode: string;
  readonly responseParameters?: Readonly<Record<string, string>> | undefined;
}

/** The mappings of an integration of any type; types that pass responses through declare no responses. */
interface MappedMembers {
  readonly type: string;
  readonly requestParameters?: Readonly<Record<string, string>> | undefined;
  readonly responses?: readonly MappedResponse[];
}

type ResponseInput = NonNullable<MethodInput['methodResponses']>[string];

/** The declared responses and those the integration maps, if it declares them. */
export function methodResponsesInput(
  integration: IntegrationInput | undefined, declared: readonly MethodResponse[],
): MethodInput['methodResponses'] {
  const responses: Record<string, ResponseInput> = {};
  const add = (status: string, parameters: Record<string, boolean>, own: Partial<MethodResponse> = {}) => {
    const { responseModels: models, description } = own;
    const before = responses[status];
    responses[status] = {
      description: description ?? before?.description,
      responseParameters: { ...before?.responseParameters, ...parameters },
      responseModels: models === undefined ? before?.responseModels : { ...before?.responseModels, ...modelNames(models) },
    };
  };
  const { responses: mapped = [] }: Partial<MappedMembers> = integration ?? {};
  for (const { statusCode, responseParameters } of mapped) {
    add(statusCode, Object.fromEntries(Object.keys(responseParameters ?? {}).map((target) => [target, true])));
  }
  for (const response of declared) add(response.statusCode, response.responseParameters ?? {}, response);
  return responses;
}

/** The names of models by media type. */
export function modelNames(models: Readonly<Record<string, IModel>>): Record<string, string> {
  return Object.fromEntries(Object.entries(models).map(([type, model]) => [type, model.modelId]));
}

/** The declared parameters and those the integration reads; path parameters are always present. */
export function requestParametersInput(
  integration: IntegrationInput, declared: Readonly<Record<string, boolean>> = {},
): Record<string, boolean> {
  const { requestParameters = {} }: MappedMembers = integration;
  return { ...parametersRead(requestParameters), ...declared };
}
