import { type ErrorCode, FoyerError } from '@foyer/protocol'

/**
 * Resolves with `promise`, unless it takes longer than `ms`.
 *
 * @throws FoyerError `code`
 */
export function timeLimit<value>(
  promise: Promise<value>,
  { code = 'request-timed-out', ms }: { code?: ErrorCode; ms: number },
): Promise<value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new FoyerError(code, { details: `The wallet did not answer in ${ms} ms.` })),
      ms,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
