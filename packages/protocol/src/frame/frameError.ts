import * as v from 'valibot'
import { type ErrorCode, errors, FoyerError } from '../errors.ts'
import { toFoyerError } from '../toFoyerError.ts'

/** The body of a failed answer. @source security 3.3 */
export const frameError = v.strictObject({
  code: v.pipe(v.string(), v.maxLength(64)),
  rpcCode: v.pipe(v.number(), v.safeInteger()),
  /** The catalogue's sentence, or a server's message that means an alert. */
  message: v.optional(v.pipe(v.string(), v.maxLength(1024))),
})
export type FrameError = v.InferOutput<typeof frameError>

/** Converts any thrown value for the page, without stack and cause. */
export function toFrameError(thrown: unknown): FrameError {
  const { code, details, message, rpcCode } = toFoyerError(thrown, 'internal')
  // Pass on only intended details: another error's message may contain data that the page must not see.
  const isOurs = thrown instanceof Error && thrown.name === 'FoyerError'
  const isWhole = details === undefined || !isOurs || errors[code][0].includes('{')
  return { code, rpcCode, message: (isWhole ? message : details).slice(0, 1024) }
}

/** Converts a failed answer back to an error. @source spec 8.6: without a message it is 'An error occurred' */
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
