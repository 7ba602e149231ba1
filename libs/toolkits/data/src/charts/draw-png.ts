import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

let ready: Promise<void> | undefined;

/** Renders an SVG with resvg (WebAssembly) and one font that comes along, so that it looks alike on every machine. */
export async function drawPng(svg: string): Promise<Buffer> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  ready ??= readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))).then((wasm) =>
    initWasm(wasm),
  );
  await ready;
  const font = await readFile(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));
  const drawn = new Resvg(svg, { font: { fontBuffers: [font], defaultFontFamily: 'DejaVu Sans' } }).render();
  return Buffer.from(drawn.asPng());
}
