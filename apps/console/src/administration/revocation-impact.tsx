import { Alert, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assay } from '../frame/api.js';
import { Failure, Loading } from '../frame/states.js';
import { partsOf } from '../marketplace/tool-name.js';
import { fallbacksOf, firstDay, nameOfTarget, toolsOf, usersOf } from './impact.js';

const days = 30;
/** Enough for a person to judge by. */
const maxRows = 200;
const maxNames = 10;

/** Requests that anybody may make: usage of the last 30 days (of a namespace by its tools), dependents and hierarchies. */
async function impactOf(target: string) {
  const name = nameOfTarget(target);
  const isTool = name.includes('/');
  const since = firstDay(days, Date.now());
  const usage = (side: 'caller' | 'provider') =>
    assay
      .list('listUsage', { query: { by: isTool ? 'caller' : 'tool', side, since, ...(isTool && { tool: name }) } })
      .toArray(maxRows);
  const [provided, called, hierarchies, dependents] = await Promise.all([
    usage('provider'),
    usage('caller'),
    assay.list('listFallbacks', {}).toArray(maxRows),
    isTool ? assay.request('listDependents', { path: partsOf(name) }).catch(() => undefined) : undefined,
  ]);
  const counted = (rows: typeof provided) => (isTool ? usersOf(rows) : toolsOf(rows, name));
  const asProvider = counted(provided);
  return {
    // Calls of the organisation's own members to its own tools are on both sides.
    usage: asProvider.calls > 0 ? asProvider : counted(called),
    unit: isTool ? 'caller' : 'tool',
    hasRange: name !== target.trim(),
    fallbacks: fallbacksOf(target, hierarchies),
    dependents: dependents?.items.length ?? null,
  };
}

/** What revoking a target would affect, before it is done. */
export function RevocationImpact({ target }: { readonly target: string }) {
  const query = useQuery({ queryKey: ['impact', target], queryFn: () => impactOf(target) });
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading lines={2} label="Reading who used it" />;
  const { usage, unit, hasRange, fallbacks, dependents } = query.data;
  const { calls, parts } = usage;
  return (
    <Alert color={calls === 0 ? 'green' : 'yellow'} title={`What revoking ${target} affects`}>
      <Text size="sm" role="status">
        {calls === 0
          ? 'Nobody called it within 30 days.'
          : `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'} ${unit === 'tool' ? 'of' : 'by'} ${parts.length} ${unit}${parts.length === 1 ? '' : 's'} within 30 days.`}
        {hasRange && calls > 0 ? ' Calls of all its versions are counted.' : ''}
        {dependents === null || dependents === 0 ? '' : ` ${dependents} tools depend on it.`}
      </Text>
      <List size="sm">
        {parts.slice(0, maxNames).map(({ name, calls: own }) => (
          <List.Item key={name} className="outside-text">
            {name}: {own.toLocaleString('en')} {own === 1 ? 'call' : 'calls'}
          </List.Item>
        ))}
        {fallbacks.map(({ capability, tool, next, escalates }) => (
          <List.Item key={`${capability} ${tool}`}>
            {capability} falls back from {tool} to {next ?? (escalates ? 'a person' : 'nothing: its calls fail')}
          </List.Item>
        ))}
        {fallbacks.length === 0 ? <List.Item>No declared hierarchy contains it.</List.Item> : null}
      </List>
    </Alert>
  );
}
