/** The results of `switchingRunner.ts`, one per line in its file. `test` is the file with the test's whole title. */
export type SwitchEvent =
  /** The test passes unbroken, and reaches these mutations. */
  | { readonly type: 'reached'; readonly test: string; readonly ids: readonly number[] }
  /** The test fails unbroken; `reason` is its first error. */
  | { readonly type: 'fails'; readonly test: string; readonly reason: string }
  /** The test is too slow to be tried with these now. */
  | { readonly type: 'slow'; readonly test: string; readonly ids: readonly number[] }
  /** The test fails when run a second time, so these could not be tried with it. */
  | { readonly type: 'not repeatable'; readonly test: string; readonly ids: readonly number[] }
  /**
   * The test failed with the first of these, and then unbroken too: it can be repeated only a few times, or the mutation left
   * something behind. None of these was tried.
   */
  | { readonly type: 'wore out'; readonly test: string; readonly ids: readonly number[] }
  | {
      readonly type: 'try' | 'lived' | 'killed' | 'hung'
      readonly test: string
      readonly id: number
    }
  /**
   * The file ended. `early` were reached before its first test or between two tests. `isSpoiled`: a test could not be repeated,
   * and the tests after it were skipped.
   */
  | { readonly type: 'end'; readonly early: readonly number[]; readonly isSpoiled: boolean }
