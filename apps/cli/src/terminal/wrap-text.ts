import { characters, textWidth } from '@loopwright/core';

/** Breaks a text into lines of at most so many columns: between words, and inside a word only if it is wider. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(1, width);
  return text.split('\n').flatMap((line) => wrapLine(line, room));
}

/** Cuts a text to so many columns, with `…` for the rest. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [start = ''] = wrapText(text.replaceAll(' ', '\u00a0'), width - 1);
  return `${start.replaceAll('\u00a0', ' ').trimEnd()}…`;
}

function wrapLine(line: string, room: number): string[] {
  if (textWidth(line) <= room) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ').flatMap((one) => breakWord(one, room))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && textWidth(longer) > room) {
      lines.push(current);
      current = word;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}

function breakWord(word: string, room: number): string[] {
  if (textWidth(word) <= room) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of characters(word)) {
    if (piece !== '' && textWidth(piece + character) > room) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
