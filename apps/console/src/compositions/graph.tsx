import type { GraphNode } from '@assay/sdk';
import { Background, Controls, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import './compositions.css';
import { useComputedColorScheme } from '@mantine/core';
import type { StepOutlook } from './dry-run.js';
import { layOut } from './lay-out.js';

interface GraphProps {
  readonly nodes: readonly GraphNode[];
  /** What a dry run says of each step, by id. */
  readonly outlooks?: Readonly<Record<string, StepOutlook>>;
}

/** The steps of a composition and what each waits for. A list with the same content is beside it. */
export function Graph({ nodes, outlooks = {} }: GraphProps) {
  const scheme = useComputedColorScheme('light');
  const placed = layOut(nodes);
  const labelOf = (id: string, label: string) => [label, outlooks[id]?.note].filter(Boolean).join('\n');
  return (
    <div className="graph">
      <ReactFlow
        key={placed.nodes.map(({ id }) => id).join(' ')}
        nodes={placed.nodes.map(({ id, label, x, y }) => ({
          id,
          position: { x, y },
          data: { label: labelOf(id, label) },
          sourcePosition: 'right' as never,
          targetPosition: 'left' as never,
          className: `graph-node graph-${outlooks[id]?.forecast ?? 'planned'}`,
          ariaLabel: labelOf(id, label),
        }))}
        edges={placed.edges.map(({ from, to }) => ({ id: `${from} ${to}`, source: from, target: to }))}
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        fitView
        proOptions={{ hideAttribution: false }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
