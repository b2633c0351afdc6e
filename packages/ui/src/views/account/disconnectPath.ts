/** The disconnect icon, a path of 24 × 24; mirrored in right-to-left text. */
export const disconnectPath =
  'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15.500 16l4-4-4-4M19 12H9.500'
