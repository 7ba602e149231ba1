import { type ContentPorts, emptyExamination } from '@assay/core';

/** Nothing is found and nothing masked: for tests of something else. */
export const noContent: ContentPorts = {
  examine: { examine: async () => emptyExamination, mark: () => [] },
  masked: { mask: async () => () => '', find: async () => [] },
  onProblem: () => {},
};
