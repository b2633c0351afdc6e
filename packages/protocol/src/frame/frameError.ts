import * as v from 'valibot'
import { type ErrorCode, errors, FoyerError } from '../errors.ts'
import { toFoyerError } from '../toFoyerError.ts'

/** What an answer that failed carries. @source security 3.3 */
export const frameError = v.strictObject({
  code: v.pipe(v.string(), v.maxLength(64)),
  rpcCode: v.pipe(v.number(), v.safeInteger()),
  /** The catalogue's sentence, or the words of a server that stand for an alert. */
  message: v.optional(v.pipe(v.string(), v.maxLength(1024))),
})
export type FrameError = v.InferOutput<typeof frameError>

/** Whatever was thrown in the frame, as it goes to the page: no stack, no cause. */
export function toFrameError(thrown: unknown): FrameError {
  const { code, details, message, rpcCode } = toFoyerError(thrown, 'internal')
  // Only what was said on purpose: another error's words may hold what is not the page's.
  const isOurs = thrown instanceof Error && thrown.name === 'FoyerError'
  const isWhole = details === undefined || !isOurs || errors[code][0].includes('{')
  return { code, rpcCode, message: (isWhole ? message : details).slice(0, 1024) }
}

/** An answer that failed, as an error again. @source ledger 8.6: one without words is 'An error occurred' */
export function fromFrameError({ code: given, message = '', rpcCode }: FrameError): FoyerError {
  const code: ErrorCode = Object.hasOwn(errors, given) ? (given as ErrorCode) : 'unknown'
  const [, n = ''] = /(\d+) seconds/.exec(message) ?? []
  const sentence = errors[code][0].replace('{n}', n)
  return new FoyerError(code, {
    ...(n !== '' && { values: { n } }),
    ...(code !== given && { cause: { code: rpcCode } }),
    details: message === '' || message === sentence ? undefined : message,
  })
}
