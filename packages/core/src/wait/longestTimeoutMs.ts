/** The longest timeout of a timer, ms; a longer one would fire at once. */
export const longestTimeoutMs = 2_147_483_647
