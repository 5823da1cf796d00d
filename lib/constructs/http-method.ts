/** The HTTP methods that a resource may have. Wherever one is asked for, its name as text does as well. */
export enum HttpMethod {
  /** Every method that the resource does not have by itself: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT. */
  ANY = 'ANY',
  /** Removes. */
  DELETE = 'DELETE',
  /** Reads. Does not answer HEAD. */
  GET = 'GET',
  /** Reads the headers only. */
  HEAD = 'HEAD',
  /** Asks what is possible; browsers send it as a preflight. */
  OPTIONS = 'OPTIONS',
  /** Changes in part. */
  PATCH = 'PATCH',
  /** Adds or acts. */
  POST = 'POST',
  /** Replaces. */
  PUT = 'PUT',
}
