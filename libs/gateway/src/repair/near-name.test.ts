import { expect, it } from '@jest/globals';
import { nearName } from './near-name.js';

it.each([
  ['filePath', ['file_path', 'file'], 'file_path'],
  ['names', ['stationNames'], 'stationNames'],
  ['content', ['contents', 'content_type'], 'contents'],
  ['path_file', ['file_path'], 'file_path'],
  ['path', ['source_path', 'target_path'], undefined],
  ['path', ['paths', 'file_path'], 'paths'],
  ['id', ['identity'], undefined],
  ['status', ['stat'], undefined],
  ['', ['a'], undefined],
])('takes %j among %j for %j', (name, among, expected) => {
  expect(nearName(name, among)).toBe(expected);
});
