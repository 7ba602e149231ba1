import type { Notices } from '@assay/kernel';
import { port } from '../../platform/provide.js';

export const NOTICES = port<Notices>('notices');
