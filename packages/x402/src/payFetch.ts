import type { Foyer } from '@foyer/core'
import { paymentHeaders } from '@foyer/protocol/x402'
import { chooseOffer, type PaymentBudget, parseBudget } from './budget.ts'
import { nameRequest } from './nameRequest.ts'
import { readTerms } from './readTerms.ts'
import { type SignedPayment, signPayment } from './signPayment.ts'

/** `fetch` that pays. */
export type PayFetch = {
  (input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /** Returns what was signed away so far, in the token's smallest unit. A declined signature costs nothing. */
  readSpent(): bigint
}

/**
 * Makes a `fetch` that answers 402 (x402) with a payment from the connected wallet, within a budget. The wallet is asked to sign a
 * transfer (EIP-3009 or Permit2); the server submits it, so that the user needs no coins for gas. Other tokens, receivers and larger
 * amounts are refused before the wallet is asked. It asks once and sends the payment once; when that answer is lost, the next call
 * for the same terms sends the same payment, which can be taken only once.
 *
 * @returns A function with the parameters of `fetch`. It returns the server's answer: 402 again when the server did not take the
 *   payment. It throws FoyerError `action-not-allowed` (not within the budget; `details` says why), `not-connected`,
 *   `chain-unsupported`, `user-rejected`.
 * @throws FoyerError `options-invalid`
 * @source https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md
 * @example
 * const pay = payFetch(foyer, {
 *   budget: { asset: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount: 1_000_000n, receivers: [shop] },
 * })
 * const response = await pay('https://api.example.com/report')
 */
export function payFetch(foyer: Foyer, options: payFetch.Options): PayFetch {
  const { budget, fetch: send = (request) => fetch(request) } = options
  const allowed = parseBudget(budget)
  /** Signed payments whose answer was lost, by request and terms. */
  const lost = new Map<string, SignedPayment>()
  let spent = 0n

  const pay = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const response = await send(request.clone())
    if (response.status !== 402) return response
    const offers = await readTerms(response)
    if (!offers) return response

    const name = await nameRequest(request)
    const known = offers
      .map((one) => [keyOf(name, one.terms), one] as const)
      .find(([key]) => (lost.get(key)?.validUntil ?? 0) > Date.now())
    const offer =
      known?.[1] ?? chooseOffer(offers, { allowed, budget, left: budget.amount - spent })
    const key = keyOf(name, offer.terms)
    let payment = known && lost.get(key)
    if (!payment) {
      // Reserved before the wallet is asked: another call may run meanwhile.
      spent += offer.amount
      try {
        payment = await signPayment(foyer, { offer, signal: request.signal })
      } catch (error) {
        spent -= offer.amount
        throw error
      }
      lost.set(key, payment)
    }
    const paid = new Request(request, {
      headers: [...request.headers, [paymentHeaders[offer.version].payment, payment.header]],
      // The payment must not reach another server.
      redirect: 'error',
    })
    const answer = await send(paid)
    // After a server's own failure the payment can be sent again: it was not taken, or the server owes an answer for it.
    if (answer.status < 500) lost.delete(key)
    return answer
  }
  return Object.assign(pay, { readSpent: () => spent })
}

const keyOf = (name: string, terms: unknown) => `${name} ${JSON.stringify(terms)}`

export declare namespace payFetch {
  type Options = {
    /** The limits of what may be paid. */
    budget: PaymentBudget
    /** Sends a request. @default the global `fetch` */
    fetch?: ((request: Request) => Promise<Response>) | undefined
  }
}
