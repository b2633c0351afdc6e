/** One approval screen. */
export type Screen = {
  /** The heading. */
  title: string
  /** The text after the site's origin, as in "localhost wants to …". */
  wants: string
  /** The label of the accepting button. */
  accept: string
  body: readonly Node[]
  /** Runs after the user accepts. @returns The answer for the site. */
  run: () => Promise<unknown>
}
