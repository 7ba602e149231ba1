import type { Entry } from '@assay/sdk';
import { Alert, Badge, Group, NativeSelect, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../frame/api.js';
import { Page } from '../frame/page.js';
import { Awaited, Loading } from '../frame/states.js';
import './marketplace.css';
import { ToolOverview } from './tool-overview.js';
import { type ToolTab, toolRoute } from './tool-routes.js';
import { Trust } from './trust-mark.js';

const ToolVersions = lazy(async () => ({ default: (await import('./tool-versions.js')).ToolVersions }));
const ToolTrust = lazy(async () => ({ default: (await import('./tool-trust.js')).ToolTrust }));
const ToolSafety = lazy(async () => ({ default: (await import('./tool-safety.js')).ToolSafety }));
const ToolConnect = lazy(async () => ({ default: (await import('./tool-connect.js')).ToolConnect }));
const ToolTry = lazy(async () => ({ default: (await import('./tool-try.js')).ToolTry }));

const tabs = {
  overview: ['Overview', ToolOverview],
  versions: ['Versions', ToolVersions],
  trust: ['Trust', ToolTrust],
  safety: ['Safety', ToolSafety],
  connect: ['Connect', ToolConnect],
  try: ['Try it', ToolTry],
} as const;

const marksOf = (entry: Entry): string[] => [
  entry.stage.toLowerCase().replaceAll('_', ' '),
  entry.protocol,
  entry.visibility,
  ...(entry.annotations?.readOnlyHint === true ? ['read-only'] : []),
  ...(entry.annotations?.destructiveHint === true ? ['destructive'] : []),
  ...(entry.costPerCallUsd === undefined ? [] : [`$${entry.costPerCallUsd} a call`]),
];

/** What stands in the way of calling this version, before anything else about it. */
function Obstacles({ entry }: { readonly entry: Entry }) {
  const { status, statusReason, quarantined, revocation, heldForReview } = entry;
  const notes = [
    ...(status === 'ACTIVE' ? [] : [`This version is ${status.toLowerCase()}. ${statusReason ?? ''}`]),
    ...(revocation === null ? [] : [`Revoked: ${revocation.reason}`]),
    ...(quarantined === null ? [] : [`Quarantined since ${quarantined.since.slice(0, 10)}: it cannot be called.`]),
    ...(heldForReview === undefined ? [] : ['Held for review: only the owners of its namespace see it.']),
  ];
  return notes.map((note) => (
    <Alert key={note} color="red">
      <span className="outside-text">{note}</span>
    </Alert>
  ));
}

function VersionChoice({ entry }: { readonly entry: Entry }) {
  const { ns, tool } = toolRoute.useParams();
  const navigate = useNavigate();
  const { data } = useQuery(apiQuery('listVersions', { path: { ns, tool }, query: { limit: 100 } }));
  const versions = data?.items.map(({ version }) => version) ?? [entry.version];
  return (
    <NativeSelect
      size="xs"
      aria-label="Version"
      data={versions.includes(entry.version) ? versions : [entry.version, ...versions]}
      value={entry.version}
      onChange={(event) => {
        const version = event.currentTarget.value;
        void navigate({ to: toolRoute.to, params: { ns, tool }, search: (before) => ({ ...before, version }) });
      }}
    />
  );
}

function Head({ entry }: { readonly entry: Entry }) {
  return (
    <Group gap="sm" align="center">
      <Trust score={entry.trustScore} />
      <div>
        <Text size="sm" className="outside-text">
          {entry.name} by {entry.provider}
        </Text>
        <Group gap={6} mt={4}>
          {marksOf(entry).map((mark) => (
            <Badge key={mark} variant="default" size="sm" tt="none" fw={500}>
              {mark}
            </Badge>
          ))}
        </Group>
      </div>
    </Group>
  );
}

function ToolTabs({ entry }: { readonly entry: Entry }) {
  const { tab = 'overview' } = toolRoute.useSearch();
  const navigate = useNavigate();
  const { ns, tool } = toolRoute.useParams();
  const choose = (chosen: string | null) =>
    navigate({
      to: toolRoute.to,
      params: { ns, tool },
      search: (before) => ({ ...before, tab: chosen as ToolTab }),
      resetScroll: false,
    });
  const [, Content] = tabs[tab];
  return (
    <Tabs value={tab} onChange={(chosen) => void choose(chosen)}>
      <Tabs.List aria-label="About the tool">
        {Object.entries(tabs).map(([name, [label]]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="md">
        <Suspense fallback={<Loading />}>
          <Content key={entry.version} entry={entry} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

/** One tool: what it does, why it is trusted, and how to call it. */
export function ToolPage() {
  const { ns, tool } = toolRoute.useParams();
  const { version } = toolRoute.useSearch();
  const latest = useQuery({ ...apiQuery('showTool', { path: { ns, tool } }), enabled: version === undefined });
  const asked = useQuery({
    ...apiQuery('showVersion', { path: { ns, tool, version: version ?? '' } }),
    enabled: version !== undefined,
  });
  const query = version === undefined ? latest : asked;
  const title = query.data?.title ?? `${ns}/${tool}`;
  return (
    <Page title={title} actions={query.data && <VersionChoice entry={query.data} />}>
      <Awaited query={query} lines={8}>
        {(entry) => (
          <>
            <Head entry={entry} />
            <Obstacles entry={entry} />
            <ToolTabs entry={entry} />
          </>
        )}
      </Awaited>
    </Page>
  );
}
