import { screenSvg } from '@loopwright/testkit';

/** The command that was typed, and its output with colours. */
export interface Scene {
  readonly command: string;
  readonly printed: string;
}

/** Only colours that can be read on the background by everybody: contrast of 4.5 and more. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#56d364',
  '33': '#e3b341',
  '34': '#79c0ff',
  '36': '#56d4dd',
};

interface Style {
  readonly colour: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const NORMAL: Style = { colour: undefined, isBold: false, isDim: false };

/** Draws a terminal as SVG. The same scene gives the same bytes. */
export function terminalSvg({ command, printed }: Scene, columns: number): string {
  const lines = [
    [
      { ...NORMAL, text: '$ ', isDim: true },
      { ...NORMAL, text: command, isBold: true },
    ],
    ...printed.trimEnd().split('\n').map(parseLine),
  ];
  return screenSvg(lines, { columns, label: `${command}: what it prints in a terminal` });
}

/** Reads the few escape sequences that we write ourselves. */
function parseLine(line: string): (Style & { readonly text: string })[] {
  let style = NORMAL;
  return line.split(/(\u001b\[\d+m)/).flatMap((part) => {
    const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
    if (code === undefined) return part === '' ? [] : [{ ...style, text: part }];
    style = styleAfter(style, code);
    return [];
  });
}

function styleAfter(style: Style, code: string): Style {
  if (code === '1') return { ...style, isBold: true };
  if (code === '2') return { ...style, colour: undefined, isDim: true };
  if (code === '22') return { ...style, isBold: false, isDim: false };
  return { ...style, colour: COLOURS[code], isDim: false };
}
