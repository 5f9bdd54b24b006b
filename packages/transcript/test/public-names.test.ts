import { describe, expect, test } from 'vitest';
import * as pure from '../dist/index.js';
import * as node from '../dist/node.js';
import * as quick from '../dist/quick.js';
import * as remark from '../dist/remark.js';

describe('the public names, as built', () => {
  test('is named here', () => {
    expect(Object.keys(pure).sort()).toEqual([
      'LOOP_MARKERS',
      'NO_TOKENS',
      'NO_USAGE',
      'PEER_MARKERS',
      'PRICES',
      'PRICES_SOURCE',
      'asObject',
      'countField',
      'countMessages',
      'createReader',
      'detectSignals',
      'errorSignature',
      'fieldOf',
      'findPlacesWithRemark',
      'findPrice',
      'foldUsage',
      'isHumanPrompt',
      'isMainAssistant',
      'lastAssistantText',
      'objectField',
      'objectsField',
      'parseEntries',
      'parseEntry',
      'parseObject',
      'parseStatusBlock',
      'priceUsage',
      'readSignals',
      'stringField',
      'summarizeToolCalls',
      'summarizeUsage',
      'toEntry',
      'toolCallsOf',
      'withOwnPrices',
    ]);
    expect(Object.keys(node).sort()).toEqual([
      'NO_MEMORY',
      'TranscriptError',
      'cursorAtEnd',
      'followUsage',
      'readTail',
      'scanFrom',
      'subagentTranscripts',
      'usageFromNow',
    ]);
    expect(Object.keys(quick).sort()).toEqual([
      'LOOP_MARKERS',
      'NO_USAGE',
      'PEER_MARKERS',
      'PRICES',
      'asObject',
      'countField',
      'createReader',
      'fieldOf',
      'findPrice',
      'objectField',
      'objectsField',
      'parseObject',
      'priceUsage',
      'stringField',
      'withOwnPrices',
    ]);
    expect(Object.keys(remark).sort()).toEqual([
      'findPlacesWithRemark',
      'findShownSignal',
      'remarkLoopSignals',
    ]);
  });
});
