/** `namespace/name` in two. The name has been checked before: it has exactly one slash. */
export const splitName = (qualified: string): [namespace: string, name: string] =>
  qualified.split('/') as [string, string];

export const namespaceOf = (qualified: string): string => splitName(qualified)[0];
