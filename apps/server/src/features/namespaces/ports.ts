import type { CommandMoves } from '@assay/identity';
import { port } from '../../platform/provide.js';

/** Decides whether the commands of a namespace may move with it. */
export const COMMAND_MOVES = port<CommandMoves>('command moves');
