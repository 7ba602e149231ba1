import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { moved } from './levels.js';

interface LevelListProps {
  readonly label: string;
  readonly tools: readonly string[];
  readonly noteOf: (tool: string) => string;
  readonly onOrder: (tools: readonly string[]) => void;
  readonly onRemove: (tool: string) => void;
}

/** Tools in the order they are tried, moved by dragging or with the buttons. */
export function LevelList({ label, tools, noteOf, onOrder, onRemove }: LevelListProps) {
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const order = moved(tools, from, to);
    if (order === tools) return;
    onOrder(order);
    setSaid(`${tools[from]} is now number ${to + 1} of ${tools.length}`);
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, at);
    setDragged(undefined);
  };
  return (
    <>
      <ol className="levels" aria-label={label}>
        {tools.map((tool, at) => (
          <li
            key={tool}
            className="level"
            draggable
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, at)}
          >
            <Text size="sm" className="grow outside-text">
              {at + 1}. {tool}{' '}
              <Text span size="xs" c="dimmed">
                {noteOf(tool)}
              </Text>
            </Text>
            <Group gap={4}>
              <ActionIcon
                variant="default"
                aria-label={`Move up: ${tool}`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                ↑
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Move down: ${tool}`}
                disabled={at === tools.length - 1}
                onClick={() => move(at, at + 1)}
              >
                ↓
              </ActionIcon>
              <ActionIcon variant="default" aria-label={`Remove: ${tool}`} onClick={() => onRemove(tool)}>
                ×
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
