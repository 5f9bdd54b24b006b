/** A file: a name with a known ending, with or without folders. */
export const file =
  /(?:[\w@.~-]{1,60}\/){0,12}[\w@.[\]()-]{1,60}\.(?:tsx?|jsx?|mjs|cjs|mts|cts|py|ipynb|rb|erb|go|rs|java|kts?|scala|swift|mm?|c|h|cc|cpp|hpp|cxx|cs|fs|vb|php|phtml|twig|vue|svelte|astro|html?|css|scss|sass|less|styl|sql|prisma|graphql|gql|proto|sh|bash|zsh|ps1|bat|lua|pl|pm|r|jl|ex|exs|erl|hs|elm|clj|cljs|dart|zig|nim|ml|mli|tf|hcl|ya?ml|toml|ini|cfg|conf|json5?|jsonc|xml|csv|md|mdx|rst|txt|tex|gd|tscn|shader|hlsl|glsl|vert|frag|wgsl|gradle|sbt|cmake|mk|lock|env|dockerfile|sol|move|asm|s|vhdl?|sv|plist|storyboard|xib|resx|po|liquid|hbs|ejs|pug|njk|jinja2?|j2|tmpl|service|rules)(?![\w/])/giu;

/** An address of a server: method and path, or a path that reads like one. */
export const endpoint =
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s{1,2}`?\/?[\w{}:.*/-]{1,120}|(?<![\w.:/<~`])\/(?:[\w{}:.*-]{1,40}\/){1,8}[\w{}:.*?=&-]{1,40}|(?<![\w.:/<~])\/(?:api|v\d|health\w{0,6}|login|logout|search|users?|orders?|auth|token|webhooks?|graphql|metrics|status|checkout|cart|products?|profile|admin|upload|export|import|callback|ws|rpc|events?|sessions?|items?)\b/gu;

/** A function as programmers write it. */
export const call =
  /(?<![\w])(?!if\b|for\b|while\b|e\.g\b)[A-Za-z_$][\w$]{1,60}(?:(?:\.|::|#|->)[A-Za-z_$][\w$]{0,60}){0,4}\(\s{0,2}(?:\w{1,20}(?:,\s?\w{1,20}){0,4})?\s{0,2}\)/gu;

/** A member of a class or module: `Order#total`, `Cart::Item`. */
export const member = /^[A-Z]\w{1,60}(?:(?:#|::|\.)[A-Za-z_]\w{1,60}){1,4}[!?]?$/gu;

/** A name that only code has: camelCase, PascalCase or snake_case. */
export const identifier =
  /^(?:[a-z]{1,40}[A-Z]\w{0,20}|[A-Z][a-z\d]{1,40}[A-Z]\w{0,20}|[a-z\d]{1,40}(?:_[a-z\d]{1,40}){1,8}|[A-Z][a-z]{1,40}(?:Controller|Service|Component|Handler|Model|View)|use[A-Z]\w{0,20})$/gu;

/** Quoted text: what a screen shows, what a program prints. */
export const quotation =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」/gu;
