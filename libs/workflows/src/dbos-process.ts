/**
 * DBOS keeps one executor per process in module variables. Callers wait for their turn here; a server has its own
 * process, so that only tests with two servers in one process ever wait.
 */
let holder: object | undefined;

/** Takes the process's one executor; false while somebody else has it. */
export function takeProcess(by: object): boolean {
  holder ??= by;
  return holder === by;
}

export const hasProcess = (by: object): boolean => holder === by;

export function leaveProcess(by: object): void {
  if (holder === by) holder = undefined;
}
