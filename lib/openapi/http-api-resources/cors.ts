import { tokensIn, type GatewaySpecInput } from '../../spec';
import { PropertyReader, type PropertyProblem } from './property-reader';
import { isMembers, present, type Members } from './value';

/** CORS of an HTTP API, and what of it is not carried: without it, browsers are refused. */
export interface ImportedCors {
  readonly cors?: GatewaySpecInput['api']['cors'];
  readonly problems: readonly PropertyProblem[];
}

/** The CORS settings of an API, by the names of CloudFormation. */
export function httpCorsOf({ CorsConfiguration: configuration }: Members): ImportedCors {
  const reader = new PropertyReader({ CorsConfiguration: configuration });
  const settings = reader.member('CorsConfiguration');
  if (!isMembers(configuration)) return { problems: reader.problems };
  const listed = (name: string): string[] => settings.list(name).filter((value) => {
    const unknown = tokensIn(value);
    if (unknown.length > 0) settings.refuse(name, `${unknown.join(', ')} is known only after deployment`);
    return unknown.length === 0;
  });
  const cors = {
    allowOrigins: listed('AllowOrigins'), allowMethods: listed('AllowMethods'), allowHeaders: listed('AllowHeaders'), exposeHeaders: listed('ExposeHeaders'),
    allowCredentials: settings.boolean('AllowCredentials') ?? false,
    ...present({ maxAgeSeconds: settings.number('MaxAge') }),
  };
  return { cors, problems: reader.problems };
}
