import { refuseResource } from '../refuse';
import { addPreflights, type CorsSetting } from '../swagger/cors';
import { openDocument } from '../swagger/document';
import { isIntrinsic, isMap, isSet } from '../value';
import { documentFor, type ApiSource } from './api-source';

const ANY_ORIGIN = "'*'";
const MEMBERS = new Set(['AllowMethods', 'AllowHeaders', 'AllowOrigin', 'MaxAge', 'AllowCredentials']);

/** The preflights of an API's `Cors`: text is the origin alone. */
export function addCors(source: ApiSource): void {
  const cors = source.properties['Cors'];
  if (!isSet(cors)) return;
  if (!isSet(source.body)) throw refuseResource(source.id, "Cors works only with inline Swagger specified in 'DefinitionBody' property.");
  const setting = corsSetting(source.id, cors);
  const document = documentFor(source, 'Cors configuration');
  if (setting.allowCredentials && setting.origin === ANY_ORIGIN) {
    throw refuseResource(
      source.id, 'Unable to add Cors configuration because \'AllowCredentials\' can not be true when \'AllowOrigin\' is "\'*\'" or not set',
    );
  }
  const needsPreflight = Object.keys(document.paths).length > 0;
  if (needsPreflight && !isSet(setting.origin)) throw refuseResource(source.id, 'Structure of the SAM template is invalid. Invalid input. Value for AllowedOrigins is required');
  addPreflights(openDocument(document), setting);
}

function corsSetting(id: string, cors: unknown): CorsSetting {
  const none = { headers: undefined, methods: undefined, maxAge: undefined, allowCredentials: false };
  if (typeof cors === 'string' || isIntrinsic(cors)) return { ...none, origin: cors };
  if (!isMap(cors)) throw refuseResource(id, "Invalid value for 'Cors' property");
  const unknown = Object.keys(cors).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined) throw refuseResource(id, `Invalid key '${unknown}' for 'Cors' property.`);
  return {
    origin: Object.hasOwn(cors, 'AllowOrigin') ? cors['AllowOrigin'] : ANY_ORIGIN,
    headers: cors['AllowHeaders'],
    methods: cors['AllowMethods'],
    maxAge: cors['MaxAge'],
    allowCredentials: cors['AllowCredentials'] === true,
  };
}
