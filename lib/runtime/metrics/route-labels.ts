/** How many routes have values of their own; each has 17 lines for every method and status. */
export const MAX_ROUTES = 1_000;

/** The labels of routes: bounded, whatever is defined and however often it is loaded. */
export type RouteLabels = ReturnType<typeof createRouteLabels>;

/**
 * Gives the first routes labels of their own, later ones that of their first segment, and, if there are as many segments, that of
 * their stage. A label that was given stays: the same route is the same series after a reload.
 * @param onGrouped - called once, when a route gets no label of its own
 */
export function createRouteLabels(onGrouped: () => void) {
  const own = new Set<string>();
  const groups = new Set<string>();
  let isGrouping = false;
  const groupOf = (base: string, resourcePath: string): string => {
    if (!isGrouping) onGrouped();
    isGrouping = true;
    const group = `${base}/${resourcePath.split('/')[1] ?? ''}/*`;
    if (!groups.has(group) && groups.size >= MAX_ROUTES) return `${base}/*`;
    groups.add(group);
    return group;
  };
  return {
    /** `/prod/pets/{petId}`, or, once there are too many, `/prod/pets/*`. @param base - `/prod`, or nothing */
    of: (base: string, resourcePath: string): string => {
      const label = `${base}${resourcePath}`;
      if (!own.has(label) && own.size >= MAX_ROUTES) return groupOf(base, resourcePath);
      own.add(label);
      return label;
    },
  };
}
