/** How the program ends: `waiting` means that a person has to decide first. */
export const exitCodes = { done: 0, failed: 1, usage: 2, waiting: 3 } as const;
