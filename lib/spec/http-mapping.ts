import * as z from 'zod';

const NAME = '[!#$%&\'*+.^_`|~0-9A-Za-z-]+';
/** Headers that belong to the service and the connection: API Gateway lets no mapping touch them. `Host` is that of the backend. */
const KEPT = new RegExp(`:header\\.(${[
  'access-control-.*', 'apigw-.*', 'authorization', 'connection', 'content-(encoding|length|location)', 'forwarded', 'host', 'keep-alive', 'origin',
  'proxy-auth.*', 'te', 'trailers?', 'transfer-encoding', 'upgrade', 'x-amzn?-.*', 'x-forwarded-(for|host|proto)', 'via',
].join('|')})$`, 'i');
const REQUEST_TARGET = new RegExp(`^((append|overwrite|remove):(header\\.${NAME}|querystring\\..+)|overwrite:path)$`);
const RESPONSE_TARGET = new RegExp(`^((append|overwrite|remove):header\\.${NAME}|overwrite:statuscode)$`);

const targets = (form: RegExp, text: string) => z.string().regex(form, text).refine((name) => !KEPT.test(name), 'no header of the service or the connection');

/**
 * Parameter mapping of an HTTP API: `overwrite:header.x`, `append:querystring.x`, `remove:header.x`, `overwrite:path` and their values.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
 */
const requestMappingsSchema = z
  .record(targets(REQUEST_TARGET, '{append|overwrite|remove}:{header|querystring}.<name>, or overwrite:path'), z.string())
  .optional()
  .describe('Parameters of the integration\'s request: `overwrite:header.x` and its value, with `$request.…`, `$context.…`, `$stageVariables.…` in it.');

const responseMappingsSchema = z
  .record(
    z.string().regex(/^[1-5]\d\d$/, 'an HTTP status as text'),
    z.record(targets(RESPONSE_TARGET, '{append|overwrite|remove}:header.<name>, or overwrite:statuscode'), z.string()),
  )
  .optional()
  .describe('By the status of the integration: `overwrite:header.x`, `overwrite:statuscode` and their values, with `$response.…`, `$context.…`, `$stageVariables.…` in them.');

/** The mappings of one integration. */
export const MAPPINGS_MEMBERS = { requestMappings: requestMappingsSchema, responseMappings: responseMappingsSchema };
