import { HtmlValidate } from 'html-validate';

/** The rules of HTML and those of WCAG that a parser can judge. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // The formatter of the sources closes void elements; a browser doesn't mind.
  rules: { 'void-style': 'off' },
});

/** What is wrong with a page, a line each. */
export async function problemsOf(page: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}
