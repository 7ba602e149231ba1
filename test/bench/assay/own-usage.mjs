/** CPU and memory of one process alone, from /proc: what its children (PostgreSQL, tool servers) spend is theirs. */
import { readFileSync } from 'node:fs';

const millisecondsATick = 10;

/** `{cpuMs, residentMiB, peakMiB}`; undefined where there is no /proc, or no such process. */
export function ownUsage(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1_024;
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * millisecondsATick,
      residentMiB: mebibytes('VmRSS'),
      peakMiB: mebibytes('VmHWM'),
    };
  } catch {
    return undefined;
  }
}
