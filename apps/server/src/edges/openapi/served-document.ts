import { version } from '../../version.js';
import { openApiDocument } from './document.js';

let kept: Record<string, unknown> | undefined;

/** The document of every route, made at its first request: it takes some 200 ms. */
export function openApi(): Record<string, unknown> {
  kept ??= openApiDocument(version);
  return kept;
}
