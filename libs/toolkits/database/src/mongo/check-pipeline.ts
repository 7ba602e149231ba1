import { QueryRefusal } from '../query-refusal.js';

/** Stages that read one collection and keep the number of documents within what was read. `$lookup` and `$unwind` are bounded beside them. */
const stages: ReadonlySet<string> = new Set(
  '$match $project $group $sort $limit $skip $count $addFields $set $unset $unwind $sortByCount $bucket $bucketAuto $replaceRoot $replaceWith $facet $sample $lookup'.split(
    ' ',
  ),
);

/** Operators that run JavaScript, or reach what is no document of the collection. */
const refused: ReadonlySet<string> = new Set(
  '$where $function $accumulator $expr.$function $out $merge $unionWith $graphLookup $collStats $indexStats $currentOp $listSessions $listLocalSessions $planCacheStats $changeStream $documents $queryStats $shardedDataDistribution $listSearchIndexes $search $searchMeta $vectorSearch'.split(
    ' ',
  ),
);

const maxStages = 12;
const maxLookups = 5;
const maxDepth = 20;
const maxNodes = 2_000;

/** Every operator of a filter or an expression, at any depth. Names of fields that begin with `$` look like operators. */
export function checkExpression(value: unknown): void {
  let level: unknown[] = [value];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > maxDepth || nodes > maxNodes)
      throw new QueryRefusal('query_too_complex', 'The filter or pipeline is too large or too deep.', {
        maxDepth,
        maxNodes,
      });
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const [name, inner] of Object.entries(item)) {
        if (refused.has(name)) throw refusedOperator(name);
        below.push(inner);
      }
    }
    level = below;
  }
}

function refusedOperator(name: string): QueryRefusal {
  return name === '$out' || name === '$merge'
    ? new QueryRefusal('write_operation_not_permitted', `${name} writes.`, { operator: name })
    : new QueryRefusal('not_allowed', `${name} is not in the allow-list of queries.`, { operator: name });
}

export type Stage = Readonly<Record<string, unknown>>;

/** A pipeline of allowed stages; `collections` are those that exist. */
export function checkPipeline(pipeline: readonly Stage[], collections: ReadonlySet<string>, depth = 0): void {
  if (depth > 3) throw new QueryRefusal('query_too_complex', 'Pipelines nest deeper than 3 levels.', { maxDepth: 3 });
  if (pipeline.length > maxStages)
    throw new QueryRefusal('query_too_complex', `${pipeline.length} stages; at most ${maxStages} are allowed.`, {
      stages: pipeline.length,
      maxStages,
    });
  checkExpression(pipeline);
  let lookups = 0;
  for (const stage of pipeline) {
    const names = Object.keys(stage);
    const [name = ''] = names;
    if (names.length !== 1 || !stages.has(name))
      throw refused.has(name)
        ? refusedOperator(name)
        : new QueryRefusal('not_allowed', `The stage ${name || '{}'} is not in the allow-list of queries.`, {
            stage: name,
          });
    if (name === '$facet')
      for (const inner of Object.values(stage.$facet as Record<string, Stage[]>))
        checkPipeline(inner, collections, depth + 1);
    if (name !== '$lookup') continue;
    lookups += 1;
    checkLookup(stage.$lookup as Readonly<Record<string, unknown>>, collections, depth);
  }
  if (lookups > maxLookups)
    throw new QueryRefusal('query_too_complex', `${lookups} lookups; at most ${maxLookups}.`, {
      joins: lookups,
      maxJoins: maxLookups,
    });
}

function checkLookup(
  { from, pipeline }: Readonly<Record<string, unknown>>,
  collections: ReadonlySet<string>,
  depth: number,
): void {
  if (typeof from !== 'string' || !collections.has(from))
    throw new QueryRefusal('unknown_name', 'A lookup names a collection of this database.', {
      from: String(from).slice(0, 100),
    });
  if (Array.isArray(pipeline)) checkPipeline(pipeline as Stage[], collections, depth + 1);
}

/** Whether a pipeline reads a large collection without a condition first. */
export const hasCondition = (pipeline: readonly Stage[]): boolean => {
  const [first] = pipeline;
  const match =
    first?.$match ?? (first?.$limit !== undefined || first?.$sample !== undefined ? { limited: true } : undefined);
  return typeof match === 'object' && match !== null && Object.keys(match).length > 0;
};
