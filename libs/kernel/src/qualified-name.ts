/** Splits `namespace/name`. The name has been validated: it has exactly one slash. */
export const splitName = (qualified: string): [namespace: string, name: string] =>
  qualified.split('/') as [string, string];

export const namespaceOf = (qualified: string): string => splitName(qualified)[0];

export const localNameOf = (qualified: string): string => splitName(qualified)[1];

/** Splits `ns/tool@range`; the range is undefined when there is none. */
export const splitReference = (reference: string): [tool: string, range: string | undefined] => {
  const at = reference.indexOf('@');
  return at < 0 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)];
};
