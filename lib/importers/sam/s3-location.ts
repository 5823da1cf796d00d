import { refuseResource } from './refuse';
import { isMap, isSet, type JsonMap } from './value';

/** `ssm:/path`: the transform runs before such references are resolved, and cannot tell their text from a path. */
const DYNAMIC_REFERENCE = /\{\{resolve:(ssm|ssm-secure|secretsmanager):[a-zA-Z0-9_.\-/]+(:\d+)?\}\}/;
const S3_URI = /^s3:\/\/([^/?#]+)(\/[^?#]*)(?:\?([^#]*))?/i;

/**
 * The location of a definition or code: a map with bucket and key, an S3 URI, or a local path, which stays what it is. `sam package`
 * replaces local paths before the translator sees them, so that only texts with another scheme are refused here.
 */
export function s3Location(id: string, property: string, value: unknown): unknown {
  if (isMap(value)) {
    if (!isSet(value['Bucket']) || !isSet(value['Key'])) throw refuseResource(id, `'${property}' requires Bucket and Key properties to be specified.`);
    return { Bucket: value['Bucket'], Key: value['Key'], ...(value['Version'] === undefined ? {} : { Version: value['Version'] }) };
  }
  if (typeof value !== 'string') throw refuseResource(id, `'${property}' must be of type dict or string.`);
  const parsed = parseS3Uri(value);
  if (parsed !== undefined) return parsed;
  if (value === '' || /^[a-z][a-z0-9+.-]+:/i.test(value) || value.startsWith('//')) {
    throw refuseResource(id, `'${property}' is not a valid S3 Uri of the form 's3://bucket/key' with optional versionId query parameter.`);
  }
  return value;
}

/** The location of code, whose members have other names on AWS. */
export function codeLocation(id: string, property: string, value: unknown): unknown {
  if (typeof value === 'string' && DYNAMIC_REFERENCE.exec(value)?.[0].includes('/') === true) {
    throw refuseResource(
      id, `Unsupported dynamic reference detected in '${property}'. Please consider using alternative 'FunctionCode' object format.`,
    );
  }
  const location = s3Location(id, property, value);
  if (!isMap(location)) return location;
  return {
    S3Bucket: location['Bucket'], S3Key: location['Key'],
    ...(location['Version'] === undefined ? {} : { S3ObjectVersion: location['Version'] }),
  };
}

function parseS3Uri(uri: string): JsonMap | undefined {
  const [, bucket, path = '', query = ''] = S3_URI.exec(uri) ?? [];
  if (bucket === undefined) return undefined;
  const versions = new URLSearchParams(query).getAll('versionId').filter((version) => version !== '');
  return { Bucket: bucket, Key: path.replace(/^\/+/, ''), ...(versions.length === 1 ? { Version: versions[0] } : {}) };
}
