import { isHigher } from '../stage-requirements.js';
import type { StageChange } from './stage-store.js';

/** Whether a person took a version back: then the rules alone do not bring it forward again. */
export const isTakenBack = ({ from, to, authority }: StageChange): boolean =>
  authority !== 'rules' && isHigher(from, to);
