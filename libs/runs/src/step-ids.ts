/** Ids of steps within steps: `2.high.a`, and with the turn of a loop or the element of a list `2[4].a`. */
export const joinIds = (within: string, segment: string): string =>
  within === '' || segment === '' ? within + segment : `${within}.${segment}`;

/** The name of a branch as it is written in an id; quoted where it could be mistaken for more than one part. */
export const idSegment = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name));

/** Whether a step stands within a node, or is that node. */
export const isWithinId = (path: string, within: string): boolean =>
  path === within || (path.startsWith(within) && /^[.[]/.test(path.slice(within.length)));
