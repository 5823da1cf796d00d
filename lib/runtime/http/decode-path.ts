const ENCODED_RUN = /(?:%[0-9a-f]{2})+/gi;

/**
 * A path with its escapes decoded; what is not UTF-8 stays as it was sent. A decoded question mark ends the path, as on AWS.
 * @see https://github.com/middleapi/standard-server/issues/93
 */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  const decoded = path.replace(ENCODED_RUN, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run; // not UTF-8
    }
  });
  const mark = decoded.indexOf('?');
  return mark === -1 ? decoded : decoded.slice(0, mark);
}
