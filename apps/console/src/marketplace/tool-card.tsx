import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiQuery } from '../frame/api.js';
import { partsOf } from './tool-name.js';
import { Trust } from './trust-mark.js';

interface ToolCardProps {
  readonly tool: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly trust: number;
  readonly marks: readonly string[];
  readonly children?: ReactNode;
}

const minutesMs = 300_000;

/** Whether the publisher proved its domain. Asked once for all tools of a namespace. */
function Publisher({ namespace }: { readonly namespace: string }) {
  const { data } = useQuery({ ...apiQuery('showNamespace', { path: { ns: namespace } }), staleTime: minutesMs });
  if (data === undefined) return null;
  const proof = data.proven === null ? 'no domain proved' : `proved ${data.proven.domain}`;
  return (
    <Text size="xs" c="dimmed" mt={6}>
      Published by {data.organisation}, {proof}
    </Text>
  );
}

/** One tool of a list. All of its text comes from its publisher and is shown as text. */
export function ToolCard({ tool, version, title, description, trust, marks, children }: ToolCardProps) {
  return (
    <>
      <Trust score={trust} />
      <div className="tool-card-text">
        <Text component="h2" className="tool-card-name">
          <Link to="/tools/$ns/$tool" params={partsOf(tool)}>
            {title ?? tool}
          </Link>
        </Text>
        <Text size="sm" c="dimmed" className="outside-text">
          {tool}@{version}
        </Text>
        {description === undefined ? null : (
          <Text size="sm" lineClamp={2} className="outside-text" mt={4}>
            {description}
          </Text>
        )}
        <Group gap={6} mt={8}>
          {marks.map((mark) => (
            <Badge key={mark} variant="default" size="sm" tt="none" fw={500}>
              {mark}
            </Badge>
          ))}
        </Group>
        <Publisher namespace={partsOf(tool).ns} />
        {children}
      </div>
    </>
  );
}
