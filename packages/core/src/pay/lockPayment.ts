/** The part of the Web Locks API that is used. @source https://www.w3.org/TR/web-locks/ */
type Locks = {
  request<result>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (lock: unknown) => Promise<result>,
  ): Promise<result>
}

const nameOf = (reference: string) => `foyer.payment.${reference}`
const readLocks = () => (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks

/**
 * Runs one payment of a request at a time in all tabs of a browser. The lock of a closed tab is released.
 *
 * @returns undefined if another one is running.
 */
export async function lockPayment<result>(
  reference: string,
  run: () => Promise<result>,
): Promise<{ readonly result: result } | undefined> {
  const locks = readLocks()
  // Pages without https, and servers, have none.
  if (!locks) return { result: await run() }
  return locks.request(nameOf(reference), { ifAvailable: true }, async (lock) =>
    lock ? { result: await run() } : undefined,
  )
}

/** Resolves once no tab pays the request any more. @throws AbortError */
export async function untilPaymentUnlocked(reference: string, signal: AbortSignal): Promise<void> {
  await readLocks()?.request(nameOf(reference), { signal }, async () => {})
}
