/** What `switchingRunner.ts` finds, a line each in its file. `test` is the file with the test's whole title. */
export type SwitchEvent =
  /** The test passes unbroken, and reaches these. */
  | { readonly type: 'reached'; readonly test: string; readonly ids: readonly number[] }
  /** The test fails unbroken; `reason` is its first error. */
  | { readonly type: 'fails'; readonly test: string; readonly reason: string }
  /** The test computes for too long to be tried with these now. */
  | { readonly type: 'slow'; readonly test: string; readonly ids: readonly number[] }
  /** The test fails when it runs for the second time: these could not be tried with it. */
  | { readonly type: 'not repeatable'; readonly test: string; readonly ids: readonly number[] }
  /**
   * The test failed with the first of these, and then unbroken too: it may be repeated a few times only, or the break
   * left something behind. None of these was judged.
   */
  | { readonly type: 'wore out'; readonly test: string; readonly ids: readonly number[] }
  | {
      readonly type: 'try' | 'lived' | 'killed' | 'hung'
      readonly test: string
      readonly id: number
    }
  /**
   * The file ended. `early` were reached before its first test or between two. `isSpoiled`: a test wore out, and
   * those after it were left out.
   */
  | { readonly type: 'end'; readonly early: readonly number[]; readonly isSpoiled: boolean }
