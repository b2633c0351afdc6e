/** What a timer can wait, ms; after more it would go off at once. */
export const longestTimeoutMs = 2_147_483_647
