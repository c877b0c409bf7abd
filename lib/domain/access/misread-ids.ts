/** Signs of filter expressions of Business Central: and, or, any letters, comparisons, groups, literals, ranges. */
const signs = /[&|*?<>=@()']|\.\./;

/** Whether a service that reads values in a filter as expressions of its own may take a text for one. */
export function mayBeMisread(text: string): boolean {
  return signs.test(text);
}
