import { type IndexFilter, type IndexQuery, stageRank } from '@assay/discovery';

/** A query for one part of what the caller sees, where the two are ordered differently. */
export interface SidedQuery extends IndexQuery {
  readonly side?: 'own' | 'others';
}

/** A text in a filter expression: in double quotes, where backslash and quote stand behind a backslash. */
export const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;

const oneOf = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN [${values.map(quoted).join(', ')}]`;

/**
 * Conditions on every document, independent of the query; one per element, all of which must hold. `within` are the
 * tags of the filter's capability and its descendants, which the caller expands.
 */
export function conditionsOf(
  { audience, minTrustKey, organisationId, side, filter = {} }: SidedQuery,
  within?: readonly string[],
): string[] {
  return [
    oneOf('audience', audience),
    ...sideOf(side, organisationId),
    ...(minTrustKey === undefined || minTrustKey === Number.NEGATIVE_INFINITY
      ? []
      : [trustedEnough(minTrustKey, organisationId)]),
    ...conditionsOfFilter(filter),
    ...(within === undefined ? [] : [declaresOneOf(within)]),
  ];
}

/** The caller's own organisation's tools, or all others: they are ordered by trust in different views. */
const sideOf = (side: SidedQuery['side'], organisationId: string | null | undefined): string[] =>
  side === undefined ? [] : [`organisationId ${side === 'own' ? '=' : '!='} ${quoted(organisationId ?? '')}`];

function trustedEnough(minTrustKey: number, organisationId: string | null | undefined): string {
  const [min, outside] = [number(minTrustKey), 'trustKey >='];
  if (organisationId === null || organisationId === undefined) return `${outside} ${min}`;
  const own = quoted(organisationId);
  return `((organisationId = ${own} AND insideTrustKey >= ${min}) OR (organisationId != ${own} AND ${outside} ${min}))`;
}

function conditionsOfFilter({ namespaces, protocols, minStage, readOnly }: IndexFilter): string[] {
  return [
    ...(namespaces === undefined ? [] : [oneOf('namespace', namespaces)]),
    ...(protocols === undefined ? [] : [oneOf('protocol', protocols)]),
    ...(minStage === undefined ? [] : [`stageRank >= ${stageRank(minStage)}`]),
    ...(readOnly === undefined ? [] : ['readOnly = true']),
  ];
}

/** Declares one of the tags. */
export const declaresOneOf = (tags: readonly string[]): string => oneOf('capabilities', tags);

/** A number as filters read it: in quotes, since an exponent may hold a plus sign. */
const number = (value: number): string => quoted(String(value));
