/** The number in an error or in the errors that caused it; -32603 where there is none. */
export function codeOf(error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    // -1 is viem's word for "the error has no code".
    if (typeof code === 'number' && code !== -1) return code
  }
  return -32603
}

/** The words of an error, in one line. */
export function wordsOf(error: unknown): string {
  const { message, shortMessage } = Object(error) as { message?: unknown; shortMessage?: unknown }
  const words = [shortMessage, message].find((each) => typeof each === 'string' && each !== '')
  return typeof words === 'string' ? words : String(error)
}

/** What a site gets instead of an answer. */
export const errorAnswer = (error: unknown) => ({ code: codeOf(error), message: wordsOf(error) })

/** The person said no. @source WalletConnect error codes */
export const rejection = { code: 5000, message: 'User rejected.' }
