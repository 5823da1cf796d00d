/** The HTTP methods of a resource. Wherever one is expected, its name as a string works as well. */
export enum HttpMethod {
  /** Every method that the resource does not declare: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT. */
  ANY = 'ANY',
  /** Deletes. */
  DELETE = 'DELETE',
  /** Reads. Does not match HEAD requests. */
  GET = 'GET',
  /** Reads the headers only. */
  HEAD = 'HEAD',
  /** Describes the options; browsers send it as a preflight. */
  OPTIONS = 'OPTIONS',
  /** Updates in part. */
  PATCH = 'PATCH',
  /** Creates or processes. */
  POST = 'POST',
  /** Replaces. */
  PUT = 'PUT',
}
