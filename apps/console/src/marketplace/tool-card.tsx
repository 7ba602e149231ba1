import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** One tool of a list. All of its text comes from its publisher and is shown as text. */
export function ToolCard({ tool, version, title, description, trust, marks, children }: ToolCardProps) {
  return (
    <li className="card tool-card">
      <Trust score={trust} />
      <div className="tool-card-text">
        <Text component="h3" className="tool-card-name">
          <span>{title ?? tool}</span>
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
            <Badge key={mark} variant="default" size="sm" tt="none">
              {mark}
            </Badge>
          ))}
        </Group>
        {children}
      </div>
    </li>
  );
}
