import { FoyerError } from '@foyer/protocol'
import { type PaymentRequest, paymentRequest, toPaymentFields } from '@foyer/protocol/payment'
import * as v from 'valibot'

/** The field that marks a request in the part of a link behind `#`, with the version of the others. */
const mark = 'foyer-pay'
const version = '1'
/** More characters are no request. */
const longest = 2_000

/**
 * Writes a request as a link to a page that opens it. The request is behind `#`, which browsers send to no server.
 *
 * @param url - The page; what it has behind `#` is replaced.
 */
export function writePaymentLink(request: PaymentRequest, url: string): string {
  const fields = new URLSearchParams([
    [mark, version],
    ...Object.entries<string>(toPaymentFields(request) as Readonly<Record<string, string>>),
  ])
  return `${url.replace(/#.*$/s, '')}#${fields}`
}

/**
 * Reads the request of a link. Whoever made the link chose its terms: open it only where the user sees amount, receiver
 * and network before they pay.
 *
 * @returns undefined if the link has none.
 * @throws FoyerError `params-invalid` (it has one that can not be read)
 */
export function readPaymentLink(url: string): PaymentRequest | undefined {
  const at = url.indexOf('#')
  const fields = new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
  if (!fields.has(mark)) return undefined
  const { [mark]: found, ...rest } = Object.fromEntries(fields)
  const isWhole = found === version && fields.size === Object.keys(rest).length + 1
  const parsed = v.safeParse(paymentRequest, rest)
  if (parsed.success && isWhole && url.length - at <= longest) return parsed.output
  throw new FoyerError('params-invalid', {
    details: 'The link has no payment request that can be read.',
  })
}
