/// <reference lib="dom" />

export interface DrawnMark {
  readonly mark: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Runs in the page: draws frames with their marks over it, in a closed tree that its styles do not reach. */
export function drawMarks(marks: readonly DrawnMark[]): void {
  const host = document.createElement('assay-marks');
  host.style.cssText = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  const root = host.attachShadow({ mode: 'closed' });
  for (const { mark, x, y, width, height } of marks) {
    const frame = document.createElement('div');
    frame.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;outline:2px solid #d0021b`;
    const name = document.createElement('span');
    name.textContent = mark;
    name.style.cssText =
      'position:absolute;left:-2px;top:-2px;background:#d0021b;color:#fff;font:bold 11px/13px monospace;padding:0 3px';
    frame.append(name);
    root.append(frame);
  }
  document.documentElement.append(host);
}

/** Runs in the page. */
export function eraseMarks(): void {
  for (const it of document.querySelectorAll('assay-marks')) it.remove();
}
