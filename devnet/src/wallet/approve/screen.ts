/** One question to the person. */
export type Screen = {
  /** The heading. */
  title: string
  /** What follows the asking site's origin, as in "localhost wants to …". */
  wants: string
  /** The accepting button. */
  accept: string
  body: readonly Node[]
  /** Does what was accepted. @returns What the site gets. */
  run: () => Promise<unknown>
}
