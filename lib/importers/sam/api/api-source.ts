import { refuseResource } from '../refuse';
import { isDocument, type SwaggerDocument } from '../swagger/document';
import type { JsonMap } from '../value';

/** An AWS::Serverless::Api that is being translated. Its body is a working copy that is edited in place. */
export interface ApiSource {
  readonly id: string;
  readonly properties: JsonMap;
  readonly body: unknown;
  readonly partition: string;
}

/** The API's document, for a setting that needs one. */
export function documentFor({ id, body }: ApiSource, setting: string): SwaggerDocument {
  if (isDocument(body)) return body;
  throw refuseResource(id, `Unable to add ${setting} because 'DefinitionBody' does not contain a valid Swagger definition.`);
}
