/** A candidate line: a range of the source without surrounding white space. */
export interface AskedLine {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a reader of the rendered Markdown sees a line. `said` is a line of its own in running text; everything else is
 * only shown, and reads "it stands in a …".
 */
export type LinePlace =
  | 'said'
  | 'block of HTML'
  | 'block without its other tag'
  | 'code block'
  | 'code span'
  | 'comment'
  | 'footnote'
  | 'front matter block'
  | 'heading'
  | 'line of text'
  | 'link'
  | 'pair of tags'
  | 'quote'
  | 'section too long to parse'
  | 'struck passage'
  | 'table';

/** A signal that a reader sees, but not as said. */
export interface NearMiss {
  /** Counted from 1. */
  readonly line: number;
  /** The construct around it, such as a quote. */
  readonly place: Exclude<LinePlace, 'said'>;
}

/** Loaded only for a message that needs it: `@loopwright/transcript/remark`. */
export interface MarkdownParser {
  readonly findPlacesWithRemark: FindPlaces;
  /** The last signal that shares its line with other text; `start` is where front matter ends. */
  readonly findShownSignal: (
    markdown: string,
    start: number,
    signals: Iterable<string>,
  ) => NearMiss | undefined;
}

/**
 * Answers, for each line asked about, where it stands. `ownTags` are tags that a line may consist of: text below one is
 * text, not HTML.
 */
export type FindPlaces = (
  markdown: string,
  lines: readonly AskedLine[],
  ownTags?: ReadonlySet<string>,
) => readonly LinePlace[];
