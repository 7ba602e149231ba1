import type { ContentPorts } from '../content/content-ports.js';
import { emptyExamination } from '../content/examine-content.js';

/** Nothing is found and nothing masked: for tests of something else. */
export const noContent: ContentPorts = {
  examine: { examine: async () => emptyExamination, mark: () => [] },
  masked: { mask: async () => () => '', find: async () => [] },
  onProblem: () => {},
};
