import { CandidateBook, ChooseForTool, ToolsetTools } from '@assay/gateway';
import { ManageToolsets, type ToolsetChange, Toolsets } from '@assay/registry';
import { Module } from '@nestjs/common';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { changePorts, memory } from '../../platform/port-sets.js';
import { CIRCUITS, CLOCK, TOOLSET_STORE } from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { CandidateBookModule } from '../canaries/candidate-book.module.js';
import { ShownToolsets } from './shown-toolsets.js';
import { ToolsetsController } from './toolsets.controller.js';

const providers = [
  provide(Toolsets, { followers: ChangeFollowers }, ({ followers }) => {
    const toolsets = new Toolsets();
    followers.follow<ToolsetChange>(['toolset'], (change) => toolsets.apply(change));
    return toolsets;
  }),
  useCase(ChooseForTool, { ...memory, book: CandidateBook, circuits: CIRCUITS }),
  provide(
    ToolsetTools,
    { ...memory, chooser: ChooseForTool },
    ({ catalogue, directory, chooser }) => new ToolsetTools(catalogue, directory, chooser),
  ),
  useCase(ManageToolsets, { ...changePorts, ...memory, store: TOOLSET_STORE, toolsets: Toolsets }),
  provide(
    ShownToolsets,
    { toolsets: Toolsets, tools: ToolsetTools, clock: CLOCK, followers: ChangeFollowers },
    ({ toolsets, tools, clock, followers }) => {
      const shown = new ShownToolsets(() => tools.signature(toolsets.all()), clock);
      followers.afterwards((changes) => shown.changed(changes));
      return shown;
    },
  ),
];

/** Named sets of tools, each served as an MCP server. */
@Module({ imports: [CandidateBookModule], controllers: [ToolsetsController], providers, exports: providers })
export class ToolsetsModule {}
