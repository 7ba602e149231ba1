import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  /** Shown as the heading and in the browser's title. */
  readonly title: string;
  readonly lead?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: one heading, which takes the focus after a navigation, and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  return (
    <div className="page">
      <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
        <div className="page-title">
          <Title order={1} tabIndex={-1} data-page-heading>
            {title}
          </Title>
          {lead === undefined ? null : <div className="lead">{lead}</div>}
        </div>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}
