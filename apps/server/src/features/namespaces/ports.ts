import type { CommandMoves } from '@assay/identity';
import { port } from '../../platform/provide.js';

/** What becomes of the commands of a namespace that moves. */
export const COMMAND_MOVES = port<CommandMoves>('command moves');
