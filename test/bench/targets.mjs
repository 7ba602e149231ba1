/** What the gateway is to reach against its peers, by the beginning of a row's name. */
const ofTheGateway = [
  { row: /^throughput at \d+: assay rest, raw generator$/, of: 'ratio', atLeast: 4 },
  { row: /^throughput at \d+: assay mcp, stateless, raw generator$/, of: 'ratio', atLeast: 1.5 },
  { row: /^throughput at \d+: assay mcp, official client$/, of: 'ratio', atLeast: 1 },
  { row: /^throughput at \d+: assay rest, http upstream, raw generator$/, of: 'ratio', atLeast: 0.8 },
  { row: /^p50 added to direct stdio: assay (?:rest|mcp, stateless), raw generator$/, below: 1 },
  { row: /^errors: assay /, below: 1 },
];

/** The row with its target, when it has one. */
export const withTarget = (row) => {
  const found = ofTheGateway.find(({ row: pattern }) => pattern.test(row.name));
  return found === undefined ? row : { ...row, target: found };
};

/** Whether a row reaches its target; undefined when it has none. */
export function reaches({ value, ratio, target }) {
  if (target === undefined) return undefined;
  const measured = target.of === 'ratio' ? ratio : value;
  return target.below === undefined ? measured >= target.atLeast : measured < target.below;
}

export const wordsOf = ({ of, below, atLeast }) => {
  const bound = below === undefined ? `at least ${atLeast}` : `below ${below}`;
  return of === 'ratio' ? `${bound} ×` : bound;
};
