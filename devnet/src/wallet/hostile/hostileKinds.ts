/** The ways in which `/hostile.js` misbehaves. */
export const hostileKinds = [
  'wrong-rdns',
  'script-name',
  'script-icon',
  'huge-icon',
  'never',
  'throws',
  'liar',
  'silent-reject',
] as const
export type HostileKind = (typeof hostileKinds)[number]
