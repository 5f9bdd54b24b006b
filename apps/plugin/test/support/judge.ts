import { type ModelRequest, type Reply, type Step, tool } from '@loopwright/testkit';

/** A judge's answer, in the requested form. */
export interface JudgeWords {
  readonly answer: string;
  readonly reason?: string;
  readonly places?: readonly { readonly file: string; readonly line: number }[];
}

/** A step of the model's script: the judge answers. */
export function judge({ answer, reason = 'Because.', places = [] }: JudgeWords): Reply {
  return tool('StructuredOutput', { answer, reason, places });
}

/** The same, and records the request. */
export function judgeSeen(words: JudgeWords, requests: ModelRequest[]): Step {
  return (request) => {
    requests.push(request);
    return judge(words);
  };
}

/** True for the request of a judge: it can do nothing but answer. */
export function isJudge({ tools }: ModelRequest): boolean {
  return tools.includes('StructuredOutput');
}

/** All text that a judge got in the conversation. */
export function judgeText({ body }: ModelRequest): string {
  const { messages } = body as {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  };
  const users = messages.filter(({ role }) => role === 'user');
  return users
    .flatMap(({ content }) =>
      typeof content === 'string' ? [{ text: content }] : (content as { text?: string }[]),
    )
    .map(({ text = '' }) => text)
    .join('\n');
}
