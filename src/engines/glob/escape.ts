/** The text as a pattern that matches only itself, alone or as one alternative of a brace group. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{},]/g, (character) => `\\${character}`);
}
