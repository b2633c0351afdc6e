/** Returns the code of an error or one of its causes; -32603 if there is none. */
export function codeOf(error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown }
    // viem uses -1 for "the error has no code".
    if (typeof code === 'number' && code !== -1) return code
  }
  return -32603
}

/** Returns the message of an error in one line. */
export function wordsOf(error: unknown): string {
  const { message, shortMessage } = Object(error) as { message?: unknown; shortMessage?: unknown }
  const words = [shortMessage, message].find((each) => typeof each === 'string' && each !== '')
  return typeof words === 'string' ? words : String(error)
}

/** The error answer for a site. */
export const errorAnswer = (error: unknown) => ({ code: codeOf(error), message: wordsOf(error) })

/** The user rejected. @source WalletConnect error codes */
export const rejection = { code: 5000, message: 'User rejected.' }
